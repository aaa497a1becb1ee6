import { table } from '../output/table.ts';
import { count, type Terminal } from '../output/terminal.ts';
import type { Imported } from './import.ts';
import { type SectionName, sections } from './map/sections.ts';

/** Returns the result of an import as a table with a row for each section. */
export function importTable(
  { sections: tallies, lines, faults, name }: Imported,
  terminal: Terminal,
  check = false,
): string {
  const rows = Object.entries(tallies).map(([section, tally]) => [
    sections[section as SectionName].title,
    ...[tally.read, tally.made, tally.changed, tally.there, tally.leftOut].map(shown),
  ]);
  if (lines.read > 0) {
    rows.push(['Order lines', shown(lines.read), shown(lines.made), '', '', '']);
  }
  const numbers = ['read', 'new', 'changed', 'there already', 'left out'];
  const columns = [
    { title: check ? `${name}, only checked` : name },
    ...numbers.map((title) => ({ title, align: 'right' as const })),
  ];
  const note = faults.length === 0 ? '' : `\n${count(faults.length)} faults, listed above with their places.\n`;
  return table(columns, rows, terminal) + note;
}

const shown = (number: number) => (number === 0 ? '·' : count(number));
