import { type AnswerLimits, answerLimits } from '../answer-limits.ts';
import type { Resource } from '../declaration/resource.ts';
import type { EmbedTree } from '../embed.ts';
import type { ListQuery } from '../parse-query.ts';
import { embedSteps } from './embed.ts';
import { objectSql } from './object.ts';

/** The part of a statement that depends only on fields and embeds, for the rows of the step `page`. */
export interface ServedSql {
  /** The steps of the WITH after `page`. */
  readonly steps: readonly string[];
  readonly joins: string;
  /** The JSON text of a record. */
  readonly record: string;
  /** The number of records in that text, with the record itself. */
  readonly records: string;
  /** The bytes of its embedded texts; '' without them. */
  readonly bytes: string;
}

const mostRemembered = 500;
const remembered = new Map<Resource, Map<string, ServedSql>>();

/** Returns the SQL of the fields and embeds. Remembering it saves 43 of 71 µs for orders with customer and lines.part. */
export function servedSql(
  resource: Resource,
  { fields, embed }: Pick<ListQuery, 'fields' | 'embed'>,
  limits: AnswerLimits = answerLimits,
): ServedSql {
  const known = remembered.get(resource) ?? new Map<string, ServedSql>();
  remembered.set(resource, known);
  const key = `${fields.map((field) => field.name).join()};${embedNames(embed)};${limits.records}`;
  let served = known.get(key);
  if (!served) {
    let last = 0;
    const context = { numbering: () => ++last, limits };
    const { steps, joins, embedded, records, bytes } = embedSteps(resource, embed, 'page', context);
    const record = objectSql(resource, fields, 'page', embedded);
    served = { steps, joins, record, records: records === '' ? '1' : `1 + ${records}`, bytes };
    if (known.size >= mostRemembered) known.clear();
    known.set(key, served);
  }
  return served;
}

/** Returns a text that is equal for equal embeds. */
export function embedNames(tree: EmbedTree): string {
  return [...tree]
    .map(([name, { embed, brief }]) =>
      embed.size === 0 ? (brief ? `${name}!` : name) : `${name}(${embedNames(embed)})`,
    )
    .join();
}
