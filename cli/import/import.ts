import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { progress } from '../output/progress.ts';
import { count, type Terminal } from '../output/terminal.ts';
import type { Entry } from './map/compile.ts';
import { loadMap } from './map/map.ts';
import { type Section, type SectionName, sectionNames, sections } from './map/sections.ts';
import type { RowFault } from './rows/place.ts';
import { completeCustomer, customerParts } from './write/customers.ts';
import { Directory } from './write/directory.ts';
import { type Draft, draftsOf } from './write/draft.ts';
import { orderedOf, writeStock } from './write/stock.ts';
import { emptyTally, type Tally } from './write/tally.ts';
import { type CallContext, type Writing, write } from './write/write.ts';

export interface ImportOptions {
  readonly client: Client;
  readonly map: string;
  readonly folder: string;
  /** Where progress is shown. */
  readonly terminal: Terminal;
  /** Only read map and files, and tell what is wrong with them. */
  readonly check?: boolean;
  /** Calls under way at most. */
  readonly atOnce?: number;
}

export interface Imported {
  readonly name: string;
  readonly sections: Readonly<Partial<Record<SectionName, Tally>>>;
  /** Lines of the orders: those that were read, and those of orders that are new. */
  readonly lines: { readonly read: number; readonly made: number };
  readonly faults: readonly RowFault[];
}

/** Enough to keep service and database busy, and not so much that others wait. */
const usualAtOnce = 16;

/**
 * Brings the files of a folder in, by a map, through the interface of the service. What is there already, by its name or
 * number, stays as it is; what is faulty is told and left out, and the rest goes on.
 * @throws Failure where the map is faulty
 */
export async function runImport(options: ImportOptions): Promise<Imported> {
  const faults: RowFault[] = [];
  const fault = (found: RowFault) => void faults.push(found);
  let ordered: ReadonlyMap<string, string> = new Map();
  const { map, folder, client } = options;
  const loaded = await loadMap({ map, folder, fault, ordered: (part) => ordered.get(part.toLowerCase()) ?? '0' });

  const drafts = new Map<SectionName, readonly (Draft | null)[]>();
  const read = (name: SectionName) => {
    drafts.set(
      name,
      loaded.entriesOf(name).flatMap((entry: Entry) => draftsOf(entry, sections[name], fault)),
    );
  };
  // Opening stock may follow from the orders.
  read('orders');
  ordered = orderedOf(made(drafts.get('orders')));
  for (const name of sectionNames) if (name !== 'orders') read(name);

  const tallies: Partial<Record<SectionName, Tally>> = {};
  const call: CallContext = {
    client,
    directory: new Directory(client),
    fault,
    leftOut: new Map(),
    run: randomUUID(),
    atOnce: options.atOnce ?? usualAtOnce,
  };
  const lines = { read: linesOf(made(drafts.get('orders'))), made: 0 };
  const countLines = (draft: Draft) => {
    lines.made += linesOf([draft]);
  };
  for (const name of sectionNames) {
    const all = drafts.get(name)!;
    if (all.length === 0) continue;
    const tally = { ...emptyTally(), read: all.length, leftOut: all.filter((draft) => draft === null).length };
    tallies[name] = tally;
    if (options.check) continue;
    const shown = progress(options.terminal, sections[name].title);
    shown.of(all.length - tally.leftOut);
    await writeSection(call, name, {
      drafts: made(all),
      tally,
      step: shown.step,
      created: name === 'orders' ? countLines : undefined,
    });
    shown.end(summary(tally));
  }
  return { name: loaded.name, sections: tallies, lines, faults };
}

type Given = Omit<Writing, 'kind'>;

async function writeSection(call: CallContext, name: SectionName, given: Given): Promise<void> {
  const { drafts } = given;
  const { kind } = sections[name] as Section;
  if (kind === undefined) return writeStock(call, drafts, given.tally, given.step);
  switch (name) {
    case 'customers':
      await writeGroups(call, 'customergroup', drafts);
      return write(call, { ...given, kind, after: completeCustomer(call.client), apart: customerParts });
    case 'parts': {
      await writeGroups(call, 'partgroup', drafts);
      // What aliases stand for comes before them.
      const isAlias = (draft: Draft) => draft.references.some(({ kind: of }) => of === 'part');
      await write(call, { ...given, kind, drafts: drafts.filter((draft) => !isAlias(draft)) });
      return write(call, { ...given, kind, drafts: drafts.filter(isAlias) });
    }
    default:
      return write(call, { ...given, kind });
  }
}

/** Groups are no more than their names: those that are missing are made. */
async function writeGroups(
  call: CallContext,
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
        body: { name },
        references: [],
        places: new Map(),
      });
    }
  }
  await write(call, { kind, drafts: [...groups.values()], tally: emptyTally(), step: () => undefined });
}

const made = (drafts: readonly (Draft | null)[] | undefined) => (drafts ?? []).filter((draft) => draft !== null);

function linesOf(orders: readonly Draft[]): number {
  return orders.reduce((sum, { body }) => sum + ((body.lines as unknown[] | undefined)?.length ?? 0), 0);
}

/** `830 new` · `830 there already` · `829 new, 1 left out` */
export function summary({ made: fresh, changed, there, leftOut }: Tally): string {
  const parts: [number, string][] = [
    [fresh, 'new'],
    [changed, 'changed'],
    [there, 'there already'],
    [leftOut, 'left out'],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  return said.join(', ') || 'none';
}
