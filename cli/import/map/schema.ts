import { z } from 'zod';
import { valueTypes } from '../rows/types.ts';
import type { Field, Fields } from './fields.ts';
import { type SectionName, sectionNames, sections } from './sections.ts';

/** What a map may say. Descriptions go into editors (`config/imports/map.schema.json`). */

const constant = z.union([z.string(), z.number(), z.boolean()]);

const choice = z.strictObject({
  when: z.string().min(1).describe('Condition on the columns of the row.').optional(),
  // biome-ignore lint/suspicious/noThenProperty: the word of the map; its value is never a function
  then: constant.optional().describe('The value where the condition holds.'),
  otherwise: constant.optional().describe('The value where none before it holds.'),
});

/** Text with columns in it, a constant, or the first of several that holds. */
const value = z
  .union([constant, z.array(choice).min(1)], { error: 'expected text such as <column>, or a list of when and then' })
  .describe('Text with columns in it, such as <column>; a constant; or a list of `when` and `then`.');

export type WrittenValue = z.infer<typeof value>;
export type WrittenChoice = z.infer<typeof choice>;

const file = z.strictObject({
  file: z.string().min(1).describe('Name of the file in the folder that is imported.'),
  key: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe('Column, or columns together, in which no two rows are the same. Lookups go by it.'),
  columns: z
    .record(z.string(), z.enum(valueTypes))
    .default({})
    .describe('What columns hold that are more than text; every row is checked.'),
  delimiter: z.string().min(1).max(3).default(',').describe('What stands between fields.'),
  encoding: z
    .string()
    .default('utf-8')
    .refine(isEncoding, { error: 'expected an encoding such as utf-8 or windows-1252' })
    .describe('How the file is encoded.'),
  decimal_point: z.enum(['.', ',']).default('.').describe('What stands before the decimals of a number.'),
  dates: z
    .string()
    .regex(/^(?=.*YYYY)(?=.*M)(?=.*D)/, 'expected a pattern of YYYY, MM and DD, such as DD.MM.YYYY')
    .optional()
    .describe('How dates are written, such as DD.MM.YYYY; ISO 8601 unless said.'),
});

export type FileMap = z.infer<typeof file>;

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}

const rows = {
  from: z
    .string()
    .min(1)
    .optional()
    .describe('Name of a file above: one record for each of its rows. Without it, one record.'),
  where: z.string().min(1).optional().describe('Condition on the columns: only rows for which it holds.'),
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
      const on = z
        .string()
        .min(1)
        .optional()
        .describe('Column with the key of the row around it; the column of the same name unless said.');
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

const changing = {
  update: z
    .boolean()
    .default(false)
    .describe('Change a record that is there and differs. Otherwise it stays as it is.'),
};

function sectionSchema(name: SectionName): z.ZodType {
  const entry = z.strictObject({ ...rows, ...changing, ...shapeOf(sections[name].fields) });
  return z
    .union([entry, z.array(entry).min(1)])
    .optional()
    .describe(sections[name].about);
}

/** The keys that every map has, besides its sections. */
const head = z.strictObject({
  name: z.string().min(1).max(100).describe('What this map brings in; messages say it.'),
  files: z.record(z.string(), file).describe('The files, each under a name that the rest of the map uses.'),
  tables: z
    .record(z.string(), z.record(z.string(), z.string()))
    .default({})
    .describe('Words of the files and what they mean here, for `| table`.'),
});

export type MapHead = z.infer<typeof head>;

export const mapSchema = z.strictObject({
  ...head.shape,
  ...Object.fromEntries(sectionNames.map((name) => [name, sectionSchema(name)])),
});

/** An entry of a section, or of rows inside one, as it is written. */
export interface WrittenEntry {
  readonly from?: string;
  readonly where?: string;
  readonly on?: string;
  readonly update?: boolean;
  readonly [field: string]: unknown;
}

/** A map that the schema let through. */
export interface WrittenMap extends MapHead {
  readonly sections: Readonly<Partial<Record<SectionName, readonly WrittenEntry[]>>>;
}

export function writtenMap(parsed: Record<string, unknown>): WrittenMap {
  const { name, files, tables } = parsed as unknown as MapHead;
  const given = sectionNames.filter((section) => parsed[section] !== undefined);
  return {
    name,
    files,
    tables,
    sections: Object.fromEntries(given.map((section) => [section, [parsed[section]].flat()])),
  };
}
