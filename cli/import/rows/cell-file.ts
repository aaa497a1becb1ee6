import type { CellFile } from '../map/schema.ts';
import type { CsvFile, CsvRow } from './csv-row.ts';
import { foundText, inRow, type RowFault } from './place.ts';

/** The column of a file out of cells that has the key of the row with the cell. */
const keyName = (of: CsvFile, keyColumns: readonly string[]): string => keyColumns[0] ?? of.header[0] ?? '';

/**
 * Reads the rows in the cells of a column: one for each line of an order, such as
 * `sku:MUG-1|quantity:2;sku:TOTE-1|quantity:1`. Each row has the key of the row around it as well. A part of a cell
 * that is no row is reported, and makes the row around it faulty.
 */
export function readCells(
  name: string,
  map: CellFile,
  around: CsvFile & { readonly keyColumns: readonly string[] },
  fault: (fault: RowFault) => void,
): CsvFile {
  const key = keyName(around, around.keyColumns);
  const read = map.pattern === undefined ? pairsOf(map) : groupsOf(new RegExp(`^${map.pattern}$`, 'u'));
  const rows: CsvRow[] = [];
  const columns = new Set<string>([key, ...map.optional]);
  for (const row of around.rows) {
    const texts = (row.texts[map.column] ?? '').split(map.between).map((text) => text.trim());
    for (const text of texts.filter((one) => one !== '')) {
      const fields = read(text);
      if (!fields) {
        row.faulty = true;
        fault(inRow(around, row, map.column).fault(`expected ${expectedOf(map)}, ${foundText(text)}`));
        continue;
      }
      for (const column of Object.keys(fields)) columns.add(column);
      rows.push({
        line: row.line,
        raw: row.raw,
        texts: { ...fields, [key]: row.texts[key] ?? '' },
        values: {},
        faulty: row.faulty,
        row,
      });
    }
  }
  return {
    name,
    shown: around.shown,
    delimiter: around.delimiter,
    header: [...columns],
    rows,
    cell: { file: around, column: map.column },
  };
}

const expectedOf = ({ pattern, fields, pairs }: CellFile): string =>
  pattern === undefined ? `fields such as name${pairs}value${fields}name${pairs}value` : `text that fits ${pattern}`;

type ReadCell = (text: string) => Record<string, string> | undefined;

/** Reads `name:Mug|sku:MUG-1`. A value may have the sign that ends a name. */
function pairsOf({ fields, pairs }: CellFile): ReadCell {
  return (text) => {
    const found = text.split(fields).map((field) => {
      const at = field.indexOf(pairs);
      return at < 0 ? undefined : ([field.slice(0, at).trim(), field.slice(at + pairs.length).trim()] as const);
    });
    return found.every((pair) => pair !== undefined) ? Object.fromEntries(found) : undefined;
  };
}

function groupsOf(pattern: RegExp): ReadCell {
  return (text) => {
    const groups = pattern.exec(text)?.groups;
    return groups && Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value?.trim() ?? '']));
  };
}
