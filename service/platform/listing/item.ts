import { listed } from './declaration/parameters.ts';
import type { Queryable } from './declaration/queryable.ts';
import type { Resource } from './declaration/resource.ts';
import { embedTree } from './embed.ts';
import type { Scope } from './list.ts';
import { servedFields } from './parse-query.ts';
import { everything, type ReadAccess } from './read-access.ts';
import { itemStatement } from './sql/statement.ts';

export interface ItemOptions {
  /** As in the query: names with commas. */
  readonly embed?: string | readonly string[] | undefined;
  readonly fields?: string | readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  /** Who asks for `embed`; everything unless said. */
  readonly readAccess?: ReadAccess | null;
  /** Paths of relations that are shown in any case. */
  readonly shows?: readonly string[];
}

/**
 * The JSON text of one record, or null where there is none with this id (or none that meets the scope).
 * @throws Problem of status 400 where `embed` or `fields` name what is not there, 403 where `embed` leads to what they may not read
 */
export async function item(
  db: Queryable,
  resource: Resource,
  id: number,
  { embed = [], fields = [], scope, readAccess = everything, shows = [] }: ItemOptions = {},
): Promise<string | null> {
  const query = {
    embed: embedTree(resource, listed([embed].flat()), readAccess, shows),
    fields: servedFields(resource, listed([fields].flat())),
  };
  if (!Number.isSafeInteger(id)) return null;
  const { rows } = await db.query(itemStatement(resource, id, query, scope?.sql));
  return (rows[0]?.data as string | undefined) ?? null;
}
