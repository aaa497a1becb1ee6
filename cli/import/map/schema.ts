import { z } from 'zod';
import { valueTypes } from '../rows/types.ts';
import type { Field, Fields } from './fields.ts';
import { type SectionName, sectionNames, sections } from './sections.ts';

// The schema of maps. Editors show the descriptions, from `config/imports/map.schema.json`.

/** A text that is not empty. Each use is a schema of its own: editors would show a reference otherwise. */
const word = () => z.string().min(1);

const constant = z.union([z.string(), z.number(), z.boolean()]);

const choice = z.strictObject({
  when: word().describe('Condition on the columns of the row.').optional(),
  // biome-ignore lint/suspicious/noThenProperty: a key of the map; its value is never a function
  then: constant.optional().describe('The value if the condition is true.'),
  otherwise: constant.optional().describe('The value if no condition before it is true.'),
});

/** Text with columns in it, a constant, or a list of choices. The first true choice counts. */
const value = z
  .union([constant, z.array(choice).min(1)], { error: 'expected text such as <column>, or a list of when and then' })
  .describe('Text with columns in it, such as <column>; a constant; or a list of `when` and `then`.');

export type WrittenValue = z.infer<typeof value>;
export type WrittenChoice = z.infer<typeof choice>;

const table = z.strictObject({
  file: word().describe('Name of the file in the folder that is imported.'),
  key: z
    .union([word(), z.array(word()).min(1)])
    .optional()
    .describe('Column or columns that identify a row. Lookups use this key.'),
  columns: z
    .record(z.string(), z.enum(valueTypes))
    .default({})
    .describe('Types of the columns that are not text. Every row is checked.'),
  delimiter: word()
    .max(3)
    .optional()
    .describe('Separator of the fields. The default is the one of `,`, `;`, `|` and tab that the first line has most.'),
  quotes: z
    .boolean()
    .default(true)
    .describe('False for a file that puts no field in quotes: a quote is a character of the field then.'),
  repeats: z
    .boolean()
    .default(false)
    .describe(
      'True if several rows have the same key, such as one row for each line of an order. The first row stands for all of them.',
    ),
  encoding: z
    .string()
    .optional()
    .refine((name) => name === undefined || isEncoding(name), {
      error: 'expected an encoding such as utf-8 or windows-1252',
    })
    .describe('Encoding of the file. The default is UTF-8, or windows-1252 for a file that is none.'),
  decimal_point: z
    .enum(['.', ',', 'any'])
    .default('.')
    .describe(
      'Decimal separator of numbers. `any`: each number says it by its form, such as 1.234,50; 1.234 is refused.',
    ),
  optional: z.array(word()).default([]).describe('Columns that a file may lack. They are empty then.'),
  dates: z
    .string()
    .regex(/^(?=.*YYYY)(?=.*M)(?=.*D)/, 'expected a pattern of YYYY, MM and DD, such as DD.MM.YYYY')
    .optional()
    .describe('Format of dates, such as DD.MM.YYYY. The default is ISO 8601.'),
});

/** Rows out of a column of another file: the lines of an order in one cell. */
const cell = z.strictObject({
  of: word().describe('Name of the file above with the cell.'),
  column: word().describe('Column with the cell.'),
  between: word().max(10).default(';').describe('What stands between two rows in the cell.'),
  fields: word().max(10).default('|').describe('What stands between two fields of a row.'),
  pairs: word().max(10).default(':').describe('What stands between the name of a field and its value.'),
  pattern: word()
    .refine(isPattern, {
      error: 'expected a regular expression with named groups, such as (?<name>.+) x (?<quantity>\\d+)',
    })
    .optional()
    .describe('A regular expression for a row, in place of `fields` and `pairs`. Its named groups are the columns.'),
  columns: table.shape.columns,
  optional: table.shape.optional,
  decimal_point: table.shape.decimal_point,
  dates: table.shape.dates,
});

const file = z.union([table, cell], { error: 'expected a file, or a cell with "of" and "column"' });

export type TableFile = z.infer<typeof table>;
export type CellFile = z.infer<typeof cell>;
export type FileMap = z.infer<typeof file>;

function isPattern(text: string): boolean {
  try {
    return /\(\?<\w+>/.test(text) && new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}

const rows = {
  from: word()
    .optional()
    .describe('Name of a file above. Each of its rows gives one record. Without a file, the entry gives one record.'),
  where: word().optional().describe('Condition on the columns. Only rows for which it is true are imported.'),
};

function fieldSchema(field: Field): z.ZodType {
  switch (field.is) {
    case 'value':
    case 'reference':
    case 'constant':
      return value;
    case 'references':
      return z.array(value).min(1);
    case 'object':
      return z.strictObject(shapeOf(field.fields));
    case 'open':
      return z.record(z.string(), value);
    case 'rows': {
      const on = word()
        .optional()
        .describe('Column with the key of the outer row. The default is the column with the same name.');
      const entry = z.strictObject({ ...rows, on, ...shapeOf(field.fields) });
      return z.union([entry, z.array(entry).min(1)]);
    }
  }
}

function shapeOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = fieldSchema(field).describe(field.about);
      return [name, 'required' in field && field.required ? schema : schema.optional()];
    }),
  );
}

const once = z
  .boolean()
  .default(false)
  .describe(
    'True if several rows may have the same record, such as the parts of the lines of orders. The first row counts.',
  );

const changing = {
  once,
  update: z
    .boolean()
    .default(false)
    .describe('Whether to change an existing record that differs. The default is to leave it unchanged.'),
};

function sectionSchema(name: SectionName): z.ZodType {
  const entry = z.strictObject({ ...rows, ...changing, ...shapeOf(sections[name].fields) });
  return z
    .union([entry, z.array(entry).min(1)])
    .optional()
    .describe(sections[name].about);
}

/** The keys of a map besides its sections. */
const head = z.strictObject({
  name: word().max(100).describe('Name of the import, for messages.'),
  files: z.record(z.string(), file).describe('The files, by the names that the rest of the map uses.'),
  tables: z
    .record(z.string(), z.record(z.string(), z.string()))
    .default({})
    .describe('Words of the files and their translations, for `| table`.'),
});

export type MapHead = z.infer<typeof head>;

export const mapSchema = z.strictObject({
  ...head.shape,
  ...Object.fromEntries(sectionNames.map((name) => [name, sectionSchema(name)])),
});

/** An entry of a section, or of inner rows, as written in the map. */
export interface WrittenEntry {
  readonly from?: string;
  readonly where?: string;
  readonly on?: string;
  readonly update?: boolean;
  readonly once?: boolean;
  readonly [field: string]: unknown;
}

/** A map that passed the schema. */
export interface WrittenMap extends MapHead {
  readonly sections: Readonly<Partial<Record<SectionName, readonly WrittenEntry[]>>>;
}

/** Groups the sections of a parsed map, each as a list of entries. */
export function writtenMap(parsed: Record<string, unknown>): WrittenMap {
  const { name, files, tables } = parsed as unknown as MapHead;
  const present = sectionNames.filter((section) => parsed[section] !== undefined);
  return {
    name,
    files,
    tables,
    sections: Object.fromEntries(present.map((section) => [section, [parsed[section]].flat()])),
  };
}
