import type { Field } from './declaration/field.ts';
import type { EmbedTree } from './embed.ts';

/** SQL of a condition on the row `alias`. `parameter` takes a value and gives its placeholder (`$3`). */
export interface SqlCondition {
  (alias: string, parameter: (value: unknown) => string): string;
  /** One value of a key or reference that has an index: there is one good plan, whatever the value is. */
  readonly lookup?: boolean;
}

export interface SortKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** What a request asks of a list, checked against the resource (spec 4.1). */
export interface ListQuery {
  /** Records per page, 0 to 100; null for all of them on one page. */
  readonly perPage: number | null;
  /** From 1. */
  readonly page: number;
  /** Conditions that all have to hold. */
  readonly where: readonly SqlCondition[];
  /** Empty for the resource's own order. Nulls come last in ascending order and first in descending order. */
  readonly sort: readonly SortKey[];
  readonly embed: EmbedTree;
  /** What is served of each record: every field that is not hidden, or the key and those that the caller named. */
  readonly fields: readonly Field[];
}
