import { bulkRunStates } from './bulk-runs/states.ts';
import { cartonStates, packStates } from './fulfilment/packing/states.ts';
import { pickStates } from './fulfilment/picking/states.ts';
import { shipStates } from './fulfilment/shipping/states.ts';
import { orderStates } from './orders/states.ts';
import type { Move, Transitions } from './platform/states/transitions.ts';

/** The page of diagrams and tables that follows from the tables of states, by its path. */
export function generated(): Record<string, string> {
  const tables = [
    orderStates,
    pickStates,
    packStates,
    cartonStates,
    shipStates,
    bulkRunStates,
  ] as unknown as readonly Transitions[];
  return { 'docs/states.md': `${[intro, ...tables.map(section)].join('\n\n')}\n` };
}

const intro = `# States

Generated from the \`states.ts\` of each folder by \`npm run generate\`: the tables that the operations themselves check by. A record
is changed only by the operations named here, each by its name in logs and traces. A verb repeated on a record that is there
already changes nothing; one that its state does not allow is a 409 that names the state and what to do instead.

A pickup is made once and never changes.`;

function section({ table }: Transitions): string {
  const title = `## ${table.kind[0]!.toUpperCase()}${table.kind.slice(1)}`;
  return [title, '', diagram(table), '', moveTable(table)].join('\n');
}

function diagram({ states, moves }: Transitions['table']): string {
  const named = Object.keys(states).filter((state) => key(state) !== state);
  const arrows = Object.entries(moves).flatMap(([name, move]) =>
    arrowsOf(move).map(([from, to]) => ({ from, to, name })),
  );
  const together = new Map<string, string[]>();
  for (const { from, to, name } of arrows) {
    const arrow = `${from} --> ${to}`;
    together.set(arrow, [...(together.get(arrow) ?? []), words(name)]);
  }
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...named.map((state) => `  state "${state}" as ${key(state)}`),
    ...[...together].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    '```',
  ].join('\n');
}

function arrowsOf({ from, to }: Move<string>): [string, string][] {
  const after = (state: string) => (to === undefined ? key(state) : to === 'gone' ? '[*]' : key(to));
  return from.length === 0 ? [['[*]', after('')]] : from.map((state) => [key(state), after(state)]);
}

function moveTable({ moves }: Transitions['table']): string {
  return [
    '| Move | From | To | By | Needs |',
    '|---|---|---|---|---|',
    ...Object.entries(moves).map(([name, { from, to, by, needs = '' }]) => {
      const after = to === undefined ? 'stays' : to === 'gone' ? '–' : to;
      const names = by.map((operation) => `\`${operation}\``).join(', ');
      return `| ${words(name)} | ${from.join(', ') || '–'} | ${after} | ${names} | ${needs} |`;
    }),
  ].join('\n');
}

/** `In Progress` as an identifier of the diagram. */
const key = (state: string): string => state.replaceAll(' ', '');

/** `takeBack` as people say it. */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
