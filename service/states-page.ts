import type { Move } from '../records/states/table.ts';
import { allStates } from './platform/states/states.ts';
import type { Transitions } from './platform/states/transitions.ts';

/** Returns the page of diagrams and tables of states, by its path from the project's root. */
export function generated(): Record<string, string> {
  return { 'docs/states.md': `${[intro, ...allStates.map(section)].join('\n\n')}\n` };
}

const intro = `# States

\`npm run generate\` makes this page from [records/states/](../records/states). The operations check by the same tables. Only the
operations on this page change the state of a record. Logs and traces use the same names. Repeating an operation whose move is
already made changes nothing. If the state does not allow the operation, the answer is a 409 with the state and what to do
instead.

A pickup is created once and has no states.`;

function section({ table }: Transitions): string {
  const title = `## ${table.kind.charAt(0).toUpperCase()}${table.kind.slice(1)}`;
  return [title, '', diagram(table), '', moveTable(table)].join('\n');
}

function diagram({ states, moves }: Transitions['table']): string {
  const renamed = Object.keys(states).filter((state) => key(state) !== state);
  const arrows = Object.entries(moves).flatMap(([name, move]) =>
    arrowsOf(move).map(([from, to]) => ({ from, to, name })),
  );
  const movesByArrow = new Map<string, string[]>();
  for (const { from, to, name } of arrows) {
    const arrow = `${from} --> ${to}`;
    movesByArrow.set(arrow, [...(movesByArrow.get(arrow) ?? []), words(name)]);
  }
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...renamed.map((state) => `  state "${state}" as ${key(state)}`),
    ...[...movesByArrow].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    '```',
  ].join('\n');
}

function arrowsOf({ from, to }: Move<string>): [string, string][] {
  const target = (state: string) => (to === undefined ? key(state) : to === 'gone' ? '[*]' : key(to));
  return from.length === 0 ? [['[*]', target('')]] : from.map((state) => [key(state), target(state)]);
}

function moveTable({ moves }: Transitions['table']): string {
  return [
    '| Move | From | To | By | Needs |',
    '|---|---|---|---|---|',
    ...Object.entries(moves).map(([name, { from, to, by, needs = '' }]) => {
      const target = to === undefined ? 'stays' : to === 'gone' ? '–' : to;
      const names = by.map((operation) => `\`${operation}\``).join(', ');
      return `| ${words(name)} | ${from.join(', ') || '–'} | ${target} | ${names} | ${needs} |`;
    }),
  ].join('\n');
}

/** Returns `In Progress` as an identifier of the diagram. */
const key = (state: string): string => state.replaceAll(' ', '');

/** Writes `takeBack` as `take back`. */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
