import { type CsvForm, csvFile } from './csv.ts';
import { type Encoding, encode } from './encoding.ts';
import type { Fields } from './fields.ts';
import type { ManifestFiles, ManifestRow } from './manifest-folder.ts';
import { fillTemplate, type Template } from './template.ts';

/** Format of the files of a manifest. */
export interface ManifestForm extends CsvForm {
  /** Heading and content of each column, from left to right. */
  readonly columns: readonly (readonly [heading: string, content: Template])[];
  readonly header: boolean;
  readonly encoding: Encoding;
  /** Decimal separator of weights. */
  readonly decimal: '.' | ',';
}

export interface ManifestHead {
  readonly carrier: string;
  readonly name: string;
  readonly day: string;
}

/** Returns the file of cartons for the carrier, and the sheet for the driver. */
export function manifestFiles(form: ManifestForm, head: ManifestHead, rows: readonly ManifestRow[]): ManifestFiles {
  const all = rows.map(({ fields }): Fields => ({ ...fields, manifest: head.name, day: head.day }));
  const lines = all.map((fields) => form.columns.map(([, content]) => cellOf(content, fields, form)));
  const headings = form.header ? [form.columns.map(([heading]) => heading)] : [];
  return {
    [`${head.name}.csv`]: csvFile([...headings, ...lines], form),
    [`${head.name}.manifest.txt`]: encode(sheet(head, all), form.encoding),
  };
}

/** Returns the text of a cell. A width cuts the value. */
function cellOf(content: Template, fields: Fields, { decimal }: ManifestForm): string {
  return fillTemplate(content, ({ name, width }) => {
    const value = fields[name as keyof Fields] ?? '';
    const shown = name === 'weight_kg' ? value.replace('.', decimal) : value;
    return width === undefined ? shown : [...shown].slice(0, width).join('');
  });
}

const widths = [18, 8, 26, 10];

function sheet({ carrier, name, day }: ManifestHead, rows: readonly Fields[]): string {
  const line = (...cells: string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('')
      .trimEnd();
  const weighed = rows.filter(({ weight_g }) => weight_g !== '');
  const grams = weighed.reduce((sum, { weight_g }) => sum + Number(weight_g), 0);
  const orders = new Set(rows.map(({ order }) => order)).size;
  const unweighed = rows.length - weighed.length;
  return [
    `${carrier}: manifest ${name}`,
    `Collection ${day}`,
    '',
    line('Order', 'Carton', 'Tracking number', 'kg', 'To'),
    ...rows.map((row) =>
      line(
        row.order ?? '',
        row.carton ?? '',
        row.tracking_number ?? '',
        row.weight_kg ?? '',
        [row.country, row.postal_code, row.city, row.name].filter(Boolean).join(' '),
      ),
    ),
    '',
    `${plural(rows.length, 'carton')} of ${plural(orders, 'order')}, ${(grams / 1000).toFixed(3)} kg` +
      (unweighed === 0 ? '' : `, ${plural(unweighed, 'carton')} without weight`),
    '',
    'Handed over: ____________________   Received: ____________________',
    '',
  ].join('\r\n');
}

const plural = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
