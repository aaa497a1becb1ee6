import { check } from '../../../lib/expressions/check.ts';
import type { Entity, EntityField, FieldType } from '../../../lib/expressions/entity.ts';
import { ExpressionError } from '../../../lib/expressions/error.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { predicate } from '../../../lib/expressions/predicate.ts';
import type { CsvRow } from '../rows/csv-row.ts';
import type { LoadedFile } from '../rows/files.ts';
import type { ValueType } from '../rows/types.ts';

export type RowTest = (row: CsvRow) => boolean;

const fieldTypes: Readonly<Record<ValueType, FieldType>> = {
  text: 'text',
  decimal: 'decimal',
  whole: 'decimal',
  date: 'date',
  flag: 'boolean',
};

/**
 * Compiles a condition on the columns of a file, in the language of `filter=`.
 * @param fault gets the index of the character and a sentence
 * @returns undefined after a fault
 */
export function compileCondition(
  text: string,
  file: LoadedFile,
  fault: (index: number, message: string) => void,
): RowTest | undefined {
  try {
    const holds = predicate(check(parse(text), entityOf(file)));
    const now = new Date();
    const names = file.header.map((column) => [fieldName(column), column] as const);
    return (row) => holds(Object.fromEntries(names.map(([name, column]) => [name, row.values[column] ?? null])), now);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    fault([...text].slice(0, error.position).join('').length, error.message);
    return undefined;
  }
}

/** Returns the name of a column in conditions, which has letters, digits and underscores: `Ship City` becomes `Ship_City`. */
function fieldName(column: string): string {
  return column.replaceAll(/\W+/g, '_');
}

function entityOf(file: LoadedFile): Entity {
  const fields = file.header.map((column): [string, EntityField] => [
    fieldName(column),
    { type: fieldTypes[file.map.columns[column] ?? 'text'], filterable: true, sql: noSql },
  ]);
  return { name: file.name, table: '', fields: new Map(fields), relations: new Map() };
}

function noSql(): never {
  throw new Error('The rows of a file are not in a database.');
}
