import { randomUUID } from 'node:crypto';
import type { OrderRecord } from '../../client/any-order.ts';
import type { Client } from '../../client/client.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { type Names, namesOf } from '../../lib/addresses/countries.ts';
import { progress } from '../output/progress.ts';
import { count, type Terminal } from '../output/terminal.ts';
import type { Entry } from './map/compile.ts';
import { loadMap } from './map/map.ts';
import { type Section, type SectionName, sectionNames, sections } from './map/sections.ts';
import type { RowFault } from './rows/place.ts';
import { addParts, compareParts, customerParts } from './write/customers.ts';
import { Directory } from './write/directory.ts';
import { type Draft, draftsOf } from './write/draft.ts';
import { compareLines } from './write/lines.ts';
import { compareOrders } from './write/order-lines.ts';
import { issueOrder, orderParts, withoutEmpty } from './write/orders.ts';
import { compareReturns, fixedOfReturns, withOrderLines } from './write/returns.ts';
import { orderedOf, writeStock } from './write/stock.ts';
import { emptyTally, type Tally } from './write/tally.ts';
import { type ImportContext, type WriteOptions, write } from './write/write.ts';

export interface ImportOptions {
  readonly client: Client;
  readonly map: string;
  readonly folder: string;
  /** Where progress is shown. */
  readonly terminal: Terminal;
  /** Only read, and count what the import would write. */
  readonly check?: boolean;
  /** Greatest number of parallel requests. */
  readonly atOnce?: number;
}

export interface Imported {
  readonly name: string;
  readonly sections: Readonly<Partial<Record<SectionName, Tally>>>;
  /** Order lines: the number in the files, and the number in new orders. A check counts what the import would do. */
  readonly lines: { readonly read: number; readonly made: number };
  readonly faults: readonly RowFault[];
  /** Sentences about what was read in another way than it may seem, and about drafts that differ from the files. */
  readonly notes: readonly string[];
}

/** Keeps service and database busy, and leaves capacity for other clients. */
const defaultAtOnce = 16;

/**
 * Imports the files of a folder with a map, through the interface of the service. Existing records, by name or number, stay
 * unchanged unless their entry has `update: true`. Faulty rows are reported and left out.
 * @throws Failure if the map is faulty
 */
export async function runImport(options: ImportOptions): Promise<Imported> {
  const faults: RowFault[] = [];
  const fault = (each: RowFault) => void faults.push(each);
  const notes: string[] = [];
  const note = (sentence: string) => void notes.push(sentence);
  let ordered: ReadonlyMap<string, string> = new Map();
  const { map, folder, client } = options;
  const loaded = await loadMap({
    map,
    folder,
    fault,
    note,
    ordered: (part) => ordered.get(part.toLowerCase()) ?? '0',
  });

  const drafts = new Map<SectionName, readonly (Draft | null)[]>();
  const read = (name: SectionName) => {
    drafts.set(
      name,
      loaded.entriesOf(name).flatMap((entry: Entry) => draftsOf(entry, sections[name], fault)),
    );
  };
  // The quantities of the opening stock may depend on the orders.
  for (const name of orderSections) read(name);
  const orders = orderSections.flatMap((name) => usable(drafts.get(name)));
  ordered = orderedOf(orders);
  for (const name of sectionNames) if (!isOfOrders(name)) read(name);

  const tallies: Partial<Record<SectionName, Tally>> = {};
  const context: ImportContext = {
    client,
    directory: new Directory(client),
    countries: await ownCountries(client),
    fault,
    note,
    check: options.check ?? false,
    leftOut: new Map(),
    run: randomUUID(),
    atOnce: options.atOnce ?? defaultAtOnce,
  };
  const lines = { read: linesOf(orders), made: 0 };
  const countLines = (draft: Draft) => {
    lines.made += linesOf([draft]);
  };
  for (const name of sectionNames) {
    const all = drafts.get(name) ?? [];
    if (all.length === 0) continue;
    const tally = { ...emptyTally(), read: all.length, leftOut: all.filter((draft) => draft === null).length };
    tallies[name] = tally;
    const shown = progress(options.terminal, sections[name].title);
    shown.of(all.length - tally.leftOut);
    await writeSection(context, name, {
      drafts: usable(all),
      tally,
      step: shown.step,
      created: isOfOrders(name) ? countLines : undefined,
    });
    shown.end(summary(tally));
  }
  return { name: loaded.name, sections: tallies, lines, faults, notes };
}

/** Returns the names of countries of the operators' file of the service. A caller without the permission `config.read` gets an empty table. */
async function ownCountries(client: Client): Promise<Names> {
  try {
    return namesOf((await client.config.get()).countries);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 403) return new Map();
    throw error;
  }
}

/** The sections of orders of each kind. */
const orderSections = ['orders', 'transferorders', 'useorders'] as const satisfies readonly SectionName[];
const isOfOrders = (name: SectionName) => orderSections.some((one) => one === name);

type SectionOptions = Omit<WriteOptions, 'kind'>;

async function writeSection(context: ImportContext, name: SectionName, options: SectionOptions): Promise<void> {
  const { drafts } = options;
  const { kind } = sections[name] as Section;
  if (kind === undefined) return writeStock(context, drafts, options.tally, options.step);
  switch (name) {
    case 'customers':
      await writeGroups(context, 'customergroup', drafts);
      return write(context, {
        ...options,
        kind,
        after: addParts(context),
        partFields: customerParts,
        comparing: compareParts(context),
      });
    case 'parts': {
      await writeGroups(context, 'partgroup', drafts);
      // The parts of aliases have to exist before the aliases.
      const isAlias = (draft: Draft) => draft.references.some(({ kind: of }) => of === 'part');
      await write(context, { ...options, kind, drafts: drafts.filter((draft) => !isAlias(draft)) });
      return write(context, { ...options, kind, drafts: drafts.filter(isAlias) });
    }
    case 'orders':
    case 'transferorders':
    case 'useorders': {
      const orders = kind as OrderRecord;
      return write(context, {
        ...options,
        kind,
        drafts: await withoutEmpty(context, orders, options),
        after: issueOrder(context.client, orders),
        partFields: orderParts,
        comparing: compareOrders(context, orders),
      });
    }
    case 'returnorders':
      return write(context, {
        ...options,
        kind,
        drafts: await withOrderLines(context, options),
        comparing: compareReturns(context),
        fixed: fixedOfReturns,
      });
    case 'kits':
      return write(context, { ...options, kind, comparing: compareLines(context, 'billofmaterial') });
    case 'receipts':
      return write(context, { ...options, kind, comparing: compareLines(context, 'receipt'), fixed: ['site_id'] });
    default:
      return write(context, { ...options, kind });
  }
}

/** Creates the missing groups. A group has a name and no other field. */
async function writeGroups(
  context: ImportContext,
  kind: 'customergroup' | 'partgroup',
  drafts: readonly Draft[],
): Promise<void> {
  const groups = new Map<string, Draft>();
  for (const { references } of drafts) {
    for (const { kind: of, name, place } of references) {
      if (of !== kind) continue;
      groups.set(name.toLowerCase(), {
        key: name,
        place,
        update: false,
        once: false,
        body: { name },
        references: [],
        places: new Map(),
        omitted: new Map(),
      });
    }
  }
  await write(context, { kind, drafts: [...groups.values()], tally: emptyTally(), step: () => undefined });
}

const usable = (drafts: readonly (Draft | null)[] | undefined) => (drafts ?? []).filter((draft) => draft !== null);

function linesOf(orders: readonly Draft[]): number {
  return orders.reduce((sum, { body }) => sum + ((body.lines as unknown[] | undefined)?.length ?? 0), 0);
}

/** Returns a summary such as `830 new`, `830 there already` or `829 new, 1 left out`. */
export function summary({ made: fresh, changed, there, leftOut }: Tally): string {
  const parts: [number, string][] = [
    [fresh, 'new'],
    [changed, 'changed'],
    [there, 'there already'],
    [leftOut, 'left out'],
  ];
  const shown = parts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  return shown.join(', ') || 'none';
}
