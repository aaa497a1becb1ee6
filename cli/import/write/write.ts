import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../client/client.ts';
import { ProblemError } from '../../../client/problem-error.ts';
import { inParallel } from '../../output/parallel.ts';
import type { RecordKind } from '../map/fields.ts';
import type { Place, RowFault } from '../rows/place.ts';
import { calledOf, type Directory, pathOf, type Served } from './directory.ts';
import type { Body, Draft } from './draft.ts';
import type { Tally } from './tally.ts';

/** What writing needs beside what is written. */
export interface CallContext {
  readonly client: Client;
  readonly directory: Directory;
  readonly fault: (fault: RowFault) => void;
  /** Names of records that were left out, and why: what refers to them is left out too. */
  readonly leftOut: Map<string, RowFault>;
  /** Calls under way at most. */
  readonly atOnce: number;
  /** In the keys of repeated calls: natural keys tell what an earlier import has made. */
  readonly run: string;
}

export interface Writing {
  readonly kind: RecordKind;
  readonly drafts: readonly Draft[];
  readonly tally: Tally;
  /** Called for every draft that is done with. */
  readonly step: () => void;
  /** Called for every record that is new. */
  readonly created?: ((draft: Draft) => void) | undefined;
  /** What else belongs to a record: `there` is the record as it was before, null where it is new. */
  readonly after?: (id: number, rest: Body, there: Served | null) => Promise<void>;
  /** Fields of the body that are no fields of the record: kept for `after`. */
  readonly apart?: readonly string[];
}

/** Makes the records that are not there yet, and changes those that the map says are to be updated. */
export async function write(callContext: CallContext, writing: Writing): Promise<void> {
  const { kind } = writing;
  const drafts = withoutRepetitions(callContext, writing);
  await callContext.directory.ask(
    kind,
    drafts.map(({ key }) => key),
  );
  await askForReferences(callContext, drafts);
  await inParallel(drafts, callContext.atOnce, async (draft) => {
    const told = resolved(callContext, draft);
    if (told) leaveOut(callContext, writing, draft, told);
    else {
      const fault = await writeOne(callContext, writing, draft);
      if (fault) leaveOut(callContext, writing, draft, fault);
    }
    writing.step();
  });
}

/** The same record from two rows is one; two that differ are a slip. */
function withoutRepetitions(callContext: CallContext, writing: Writing): Draft[] {
  const first = new Map<string, Draft>();
  for (const draft of writing.drafts) {
    const before = first.get(draft.key.toLowerCase());
    if (!before) first.set(draft.key.toLowerCase(), draft);
    else {
      writing.step();
      if (same(before, draft)) writing.tally.read -= 1;
      else {
        const { file, line } = before.place.fault('');
        const message = `${calledOf(writing.kind)} "${draft.key}" is already on line ${line} of ${file}, and differs`;
        writing.tally.leftOut += 1;
        callContext.fault(draft.place.fault(message));
      }
    }
  }
  return [...first.values()];
}

function same(a: Draft, b: Draft): boolean {
  const names = ({ references }: Draft) => references.map(({ kind, name }) => [kind, name]);
  return JSON.stringify([a.body, names(a)]) === JSON.stringify([b.body, names(b)]);
}

/** Looks up, in few requests, all that the drafts refer to. */
export async function askForReferences(
  { directory }: Pick<CallContext, 'directory'>,
  drafts: readonly Draft[],
): Promise<void> {
  const names = new Map<RecordKind, string[]>();
  for (const { kind, name } of drafts.flatMap(({ references }) => references)) {
    const known = names.get(kind);
    if (known) known.push(name);
    else names.set(kind, [name]);
  }
  for (const [kind, asked] of names) await directory.ask(kind, asked);
}

/** Fills the ids in. Gives the fault of the first name that leads nowhere. */
export function resolved({ directory, leftOut }: CallContext, draft: Draft): RowFault | undefined {
  for (const { kind, name, place, fill } of draft.references) {
    const record = directory.find(kind, name);
    if (record) {
      fill(record.id);
      continue;
    }
    const cause = leftOut.get(nameOf(kind, name));
    const because = cause ? `: it was left out, see ${cause.file}:${cause.line}` : '';
    return place.fault(`there is no ${calledOf(kind)} "${name}"${because}`);
  }
  return undefined;
}

function leaveOut(callContext: CallContext, { kind, tally }: Writing, draft: Draft, fault: RowFault): void {
  tally.leftOut += 1;
  callContext.leftOut.set(nameOf(kind, draft.key), fault);
  callContext.fault(fault);
}

const nameOf = (kind: RecordKind, key: string) => `${kind}/${key.toLowerCase()}`;

async function writeOne(callContext: CallContext, writing: Writing, draft: Draft): Promise<RowFault | undefined> {
  const { kind, tally, after, created, apart = [] } = writing;
  const { client, directory } = callContext;
  let there = directory.find(kind, draft.key) ?? null;
  const entries = Object.entries(draft.body);
  const body = Object.fromEntries(entries.filter(([name]) => !apart.includes(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => apart.includes(name)));
  try {
    const made = there === null ? await create(callContext, kind, draft.key, body) : null;
    // Somebody else may have been quicker.
    there ??= made === null ? ((await directory.again(kind, draft.key)) ?? null) : null;
    const id = made ?? there?.id;
    if (id === undefined)
      return draft.place.fault(`${calledOf(kind)} "${draft.key}" is there already, and cannot be found`);
    const taken = there && takenByAnother(kind, there, body);
    if (taken) return draft.place.fault(taken);
    if (!there) {
      directory.note(kind, draft.key, { ...body, id });
      created?.(draft);
    }
    const changed = there && draft.update && differs(there, body);
    if (changed) await client.request({ method: 'PUT', path: `${pathOf(kind)}/${id}`, body });
    tally[!there ? 'made' : changed ? 'changed' : 'there'] += 1;
    const told = await after?.(id, rest, there).then(
      () => undefined,
      (error: unknown) => {
        const refusal = refused(error, draft);
        if (!refusal) throw error;
        return refusal;
      },
    );
    // The record is there; what was refused is a part of it.
    if (told) callContext.fault(told);
    return undefined;
  } catch (error) {
    const refusal = refused(error, draft);
    if (refusal) return refusal;
    throw error;
  }
}

/** @returns its id, or null where such a record was made meanwhile */
async function create({ client, run }: CallContext, kind: RecordKind, key: string, body: Body): Promise<number | null> {
  const request = {
    method: 'POST',
    path: pathOf(kind),
    body,
    idempotencyKey: `import/${run}/${kind}/${hashed(key)}`,
  } as const;
  try {
    const answer = await patiently(() => client.request<{ id: number }>(request));
    return (await client.background.finished(answer)).id;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'record.exists') return null;
    throw error;
  }
}

/** The first request with the same key may still be under way: the connection broke, or somebody imports the same. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
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

/** Keys of calls are plain characters. */
export function hashed(key: string): string {
  return Buffer.from(key).toString('base64url').slice(0, 150);
}

/** An order of the same number out of another source is another order. */
function takenByAnother(kind: RecordKind, there: Served, body: Body): string | null {
  if (kind !== 'salesorder' || body.source_id === undefined || there.source_id === body.source_id) return null;
  const source = (there.source as { name: string } | null)?.name;
  return `the number ${there.number} is taken by an order of ${source ? `the source ${source}` : 'no source'}`;
}

function differs(there: Served, body: Body): boolean {
  return Object.entries(body).some(([name, value]) => {
    const served = there[name];
    if (typeof served === 'number') return served !== Number(value);
    return String(served ?? '') !== String(value ?? '');
  });
}

/** What the service says about the row; undefined for what no row is to blame for. */
export function refused(error: unknown, { place, places }: Draft): RowFault | undefined {
  if (!(error instanceof ProblemError) || error.status === 401 || error.status === 403 || error.status >= 500) {
    return undefined;
  }
  const [field] = error.errors;
  const from = field && nearest(places, field.pointer);
  if (!field || !from) return place.fault(error.detail);
  return from.fault(`${field.pointer.slice(1).replaceAll('/', ' ')} ${field.detail}`);
}

/** The place of the pointer, or of what is around it. */
function nearest(places: Draft['places'], pointer: string): Place | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place) return place;
  }
  // What belongs to a record is sent in calls of its own, with pointers of their own.
  return [...places].find(([at]) => at.endsWith(pointer) || pointer.startsWith(`${at}_`))?.[1];
}
