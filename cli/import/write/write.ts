import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../../client/client.ts';
import { ProblemError } from '../../../client/problem-error.ts';
import { countryOf, type Names } from '../../../lib/addresses/countries.ts';
import { grouped } from '../../../lib/grouped.ts';
import { inParallel } from '../../output/parallel.ts';
import type { RecordKind } from '../map/fields.ts';
import type { Place, RowFault } from '../rows/place.ts';
import { type Directory, isUnmade, labelOf, pathOf, type Served } from './directory.ts';
import type { Body, Draft } from './draft.ts';
import type { Tally } from './tally.ts';

/** The state that all sections of an import share. */
export interface ImportContext {
  readonly client: Client;
  readonly directory: Directory;
  /** Names of countries of the operators' file of the service. */
  readonly countries: Names;
  readonly fault: (fault: RowFault) => void;
  /** Takes a sentence that is no fault. */
  readonly note: (sentence: string) => void;
  /** Whether the import only reads, and counts what it would write. The directory gives a record that it would make an id. */
  readonly check: boolean;
  /** Faults of the records that were left out, by name. Records that refer to them are left out too. */
  readonly leftOut: Map<string, RowFault>;
  /** Greatest number of parallel requests. */
  readonly atOnce: number;
  /** Id of this import, part of its idempotency keys. Numbers and names identify the records of earlier imports. */
  readonly run: string;
}

/** Compares the parts of an existing record with its draft, and applies or says what differs. @returns whether it changes */
export type CompareParts = (draft: Draft, existing: Served) => Promise<boolean>;

/** The drafts of one kind, and what to do with each. */
export interface WriteOptions {
  readonly kind: RecordKind;
  readonly drafts: readonly Draft[];
  readonly tally: Tally;
  /** Called after every draft. */
  readonly step: () => void;
  /** Called for every new record. */
  readonly created?: ((draft: Draft) => void) | undefined;
  /**
   * Writes the parts of a record. `existing` is the record before the import, null for a new record. `updates` says that the
   * entry has `update: true`.
   */
  readonly after?: (id: number, parts: Body, existing: Served | null, updates: boolean) => Promise<void>;
  /** Reads the parts of all existing records, and returns how to compare those of one. */
  readonly comparing?: (existing: readonly Served[]) => Promise<CompareParts>;
  /** Fields of the body that `after` gets and the record does not have. */
  readonly partFields?: readonly string[];
  /** Fields of a new record that no change takes. */
  readonly fixed?: readonly string[];
}

/** Creates missing records, and changes existing records that the map wants to update. */
export async function write(context: ImportContext, options: WriteOptions): Promise<void> {
  const { kind } = options;
  const drafts = withoutDuplicates(context, options);
  await context.directory.load(
    kind,
    drafts.map(({ key }) => key),
  );
  await loadReferences(context, drafts);
  const existing = drafts.map(({ key }) => context.directory.find(kind, key)).filter((record) => record !== undefined);
  const compare = await options.comparing?.(existing);
  await inParallel(drafts, context.atOnce, async (draft) => {
    const fault = resolveReferences(context, draft) ?? (await writeOne(context, options, draft, compare));
    if (fault) leaveOut(context, options, draft, fault);
    options.step();
  });
}

/** Merges equal drafts with the same key. Drafts with the same key that differ are reported and left out. */
function withoutDuplicates(context: ImportContext, options: WriteOptions): Draft[] {
  const first = new Map<string, Draft>();
  for (const draft of options.drafts) {
    const before = first.get(draft.key.toLowerCase());
    if (!before) first.set(draft.key.toLowerCase(), draft);
    else {
      options.step();
      if (draft.once || same(before, draft)) options.tally.read -= 1;
      else {
        const { file, line } = before.place.fault('');
        const message = `${labelOf(options.kind)} "${draft.key}" is already on line ${line} of ${file}, and differs`;
        options.tally.leftOut += 1;
        context.fault(draft.place.fault(message));
      }
    }
  }
  return [...first.values()];
}

function same(a: Draft, b: Draft): boolean {
  const names = ({ references }: Draft) => references.map(({ kind, name }) => [kind, name]);
  return JSON.stringify([a.body, names(a)]) === JSON.stringify([b.body, names(b)]);
}

/** Requests all records that the drafts refer to, in few requests. */
export async function loadReferences(
  { directory }: Pick<ImportContext, 'directory'>,
  drafts: readonly Draft[],
): Promise<void> {
  const references = drafts.flatMap((draft) => draft.references);
  for (const [kind, some] of grouped(references, ({ kind }) => kind)) {
    await directory.load(
      kind,
      some.map(({ name }) => name),
    );
  }
}

/** Fills the ids into the body. @returns the fault of the first name without a record */
export function resolveReferences({ directory, leftOut }: ImportContext, draft: Draft): RowFault | undefined {
  for (const { kind, name, place, fill } of draft.references) {
    const record = directory.find(kind, name);
    if (record) {
      fill(record.id);
      continue;
    }
    const cause = leftOut.get(nameOf(kind, name));
    const because = cause ? `: it was left out, see ${cause.file}:${cause.line}` : '';
    return place.fault(`there is no ${labelOf(kind)} "${name}"${because}`);
  }
  return undefined;
}

function leaveOut(context: ImportContext, { kind, tally }: WriteOptions, draft: Draft, fault: RowFault): void {
  tally.leftOut += 1;
  context.leftOut.set(nameOf(kind, draft.key), fault);
  context.fault(fault);
}

const nameOf = (kind: RecordKind, key: string) => `${kind}/${key.toLowerCase()}`;

/** Creates or updates the record of a draft, and its parts. @returns the fault if the record is left out */
async function writeOne(
  context: ImportContext,
  options: WriteOptions,
  draft: Draft,
  compare: CompareParts | undefined,
): Promise<RowFault | undefined> {
  const { kind, tally, after, created, partFields = [], fixed = [] } = options;
  const body = without(draft.body, partFields);
  const parts = Object.fromEntries(Object.entries(draft.body).filter(([name]) => partFields.includes(name)));
  try {
    const { id, existing } = await findOrCreate(context, kind, draft.key, body);
    if (id === undefined)
      return draft.place.fault(`${labelOf(kind)} "${draft.key}" exists already, and the service does not list it`);
    const conflict = existing && otherSource(kind, existing, body);
    if (conflict) return draft.place.fault(conflict);
    if (existing) {
      const changes = [
        await compare?.(draft, existing),
        await addExternalIds(context, kind, draft, existing),
        await update(context, kind, draft, existing, without(body, fixed)),
      ];
      tally[changes.includes(true) ? 'changed' : 'there'] += 1;
    } else {
      context.directory.add(kind, draft.key, { ...body, id });
      created?.(draft);
      tally.made += 1;
    }
    if (after && !context.check) await writeParts(context, draft, () => after(id, parts, existing, draft.update));
    return undefined;
  } catch (error) {
    const fault = faultOf(error, draft);
    if (fault) return fault;
    throw error;
  }
}

const without = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Returns the existing record, or creates one. `existing` is null for a new record. */
async function findOrCreate(
  context: ImportContext,
  kind: RecordKind,
  key: string,
  body: Body,
): Promise<{ id: number | undefined; existing: Served | null }> {
  const { directory } = context;
  const known = directory.find(kind, key);
  if (known) return { id: known.id, existing: known };
  if (context.check) {
    await tryOut(context, { method: 'POST', path: pathOf(kind), body });
    return { id: directory.idOfUnmade(), existing: null };
  }
  const id = await create(context, kind, key, body);
  if (id !== null) return { id, existing: null };
  // Another client created the record in the meantime.
  const existing = (await directory.reload(kind, key)) ?? null;
  return { id: existing?.id, existing };
}

interface ExternalId {
  readonly source_id?: number | null;
  readonly external_id: string;
}

/** Adds the external ids that an existing record lacks. One that another record has is reported. @returns whether it lacks any */
async function addExternalIds(
  context: ImportContext,
  kind: RecordKind,
  draft: Draft,
  existing: Served,
): Promise<boolean> {
  const keyOf = ({ source_id, external_id }: ExternalId) =>
    `${source_id ?? ''}/${external_id.normalize('NFC').trim().toLowerCase()}`;
  const there = new Set(((existing.external_ids ?? []) as ExternalId[]).map(keyOf));
  const missing = ((draft.body.external_ids ?? []) as ExternalId[]).filter((each) => !there.has(keyOf(each)));
  const path = `${pathOf(kind)}/${existing.id}/externalid`;
  await writeParts(context, draft, async () => {
    for (const each of missing) await change(context, { method: 'POST', path, body: { ...each } });
  });
  return missing.length > 0;
}

/** Changes an existing record if the map wants it and a field differs. @returns whether it differs */
async function update(
  context: ImportContext,
  kind: RecordKind,
  draft: Draft,
  existing: Served,
  body: Body,
): Promise<boolean> {
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !ofNewRecords.has(name)));
  // The service replaces the custom fields as a whole, and the map may know only some of them.
  if (fields.custom) fields.custom = { ...(existing.custom as object), ...fields.custom };
  if (!draft.update || !differs(existing, fields, context.countries)) return false;
  await change(context, { method: 'PUT', path: `${pathOf(kind)}/${existing.id}`, body: fields });
  return true;
}

/** A request that creates or changes a record. */
interface Change {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Body;
}

/** Sends a change; in a check, only its dry run. @throws ProblemError if the service refuses it */
export async function change(context: ImportContext, request: Change): Promise<void> {
  if (context.check) await tryOut(context, request);
  else await context.client.request(request);
}

/** Asks the service what it makes of a change. A body that refers to a record that the import will make cannot be tried. */
export async function tryOut({ client }: ImportContext, request: Change): Promise<void> {
  if (refersToUnmade(request.body)) return;
  await client.request({ ...request, idempotencyKey: null, headers: { prefer: 'handling=strict, dry-run' } });
}

function refersToUnmade(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) =>
    /_ids?$/.test(name) ? [part].flat().some((id) => isUnmade(Number(id))) : refersToUnmade(part),
  );
}

/** Lists in the body of a new record that a change of the record does not take. `comparing` compares them. */
const ofNewRecords: ReadonlySet<string> = new Set(['lines', 'discounts', 'fees', 'taxes', 'external_ids']);

/** Writes the parts of a record. A refused part is reported, and the record itself stays. */
async function writeParts({ fault }: ImportContext, draft: Draft, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = faultOf(error, draft);
    if (!refusal) throw error;
    fault(refusal);
  }
}

/** Creates a record. @returns its id, or null if such a record was created in the meantime */
async function create(
  { client, run }: ImportContext,
  kind: RecordKind,
  key: string,
  body: Body,
): Promise<number | null> {
  const request = {
    method: 'POST',
    path: pathOf(kind),
    body,
    idempotencyKey: `import/${run}/${kind}/${encodedKey(key)}`,
  } as const;
  try {
    const answer = await retryWhileRunning(() => client.request<{ id: number }>(request));
    return (await client.background.finished(answer)).id;
  } catch (error) {
    // A record with an external id of the body, and another content, may have another number.
    const isThere = error instanceof ProblemError && error.code === 'record.exists' && !error.members.differences;
    if (isThere) return null;
    throw error;
  }
}

/** Repeats a call while a request with its key is running: after a broken connection, or when two imports run. */
export async function retryWhileRunning<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const running = error instanceof ProblemError && error.code === 'idempotency.running';
      if (!running || attempt >= 100) throw error;
      await pause(100);
    }
  }
}

/** Encodes a key in ASCII, as the header Idempotency-Key requires. */
export function encodedKey(key: string): string {
  return Buffer.from(key).toString('base64url').slice(0, 150);
}

const withArticle = (label: string) => `${/^[aeio]/.test(label) ? 'an' : 'a'} ${label}`;

/** The records that have a source. */
const ofSources: ReadonlySet<RecordKind> = new Set(['salesorder', 'transferorder', 'useorder', 'returnorder']);

/** Returns a message if the existing record has another source. Such a record is a different one. */
function otherSource(kind: RecordKind, existing: Served, body: Body): string | null {
  if (!ofSources.has(kind) || body.source_id === undefined || existing.source_id === body.source_id) return null;
  const source = (existing.source as { name: string } | null)?.name;
  const [name, value] = kind === 'returnorder' ? ['external id', existing.external_id] : ['number', existing.number];
  return `${withArticle(labelOf(kind))} of ${source ? `the source ${source}` : 'no source'} has the ${name} ${value}`;
}

/** Returns whether a field of a body differs from the record. The service stores countries as codes and groups as records. */
export function differs(existing: Served, body: Body, countries: Names): boolean {
  return Object.entries(body).some(([name, value]) => {
    const served = existing[name];
    if (name === 'custom') return !isDeepStrictEqual(served, value);
    if (name === 'group_ids') return idsOf(existing.groups) !== idsOf((value as number[]).map((id) => ({ id })));
    if (name.endsWith('country')) return served !== (countryOf(String(value), countries) ?? value);
    if (typeof served === 'number') return served !== Number(value);
    if (String(served ?? '') === String(value ?? '')) return false;
    return !isMoment(served) || second(served) !== second(String(value));
  });
}

const isMoment = (served: unknown): served is string =>
  typeof served === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(served);

/** The service stores times in whole seconds. */
const second = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

const idsOf = (records: unknown) => [...new Set((records as Served[]).map(({ id }) => id))].sort().join();

/** Returns the service's refusal as a fault of the row; undefined for an error that the row did not cause. */
export function faultOf(error: unknown, { place, places }: Pick<Draft, 'place' | 'places'>): RowFault | undefined {
  if (!(error instanceof ProblemError) || error.status === 401 || error.status === 403 || error.status >= 500) {
    return undefined;
  }
  const [field] = error.errors;
  const from = field && nearest(places, field.pointer);
  if (!field || !from) return place.fault(error.detail);
  return from.fault(`${field.pointer.slice(1).replaceAll('/', ' ')} ${field.detail}`);
}

/** Returns the place of the pointer, or of the nearest value around it. */
function nearest(places: Draft['places'], pointer: string): Place | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place) return place;
  }
  // Parts of a record are sent in separate requests, whose pointers begin at the part.
  return [...places].find(([at]) => at.endsWith(pointer) || pointer.startsWith(`${at}_`))?.[1];
}
