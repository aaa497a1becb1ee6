import { sql } from 'kysely';
import { presentCaller } from '../access/credentials.ts';
import type { Tx } from '../database/operation.ts';
import type { Column } from '../database/row.ts';
import { listed } from '../listing/declaration/parameters.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { embedTree } from '../listing/embed.ts';
import { item } from '../listing/list.ts';
import type { Queryable } from '../listing/queryable.ts';
import type { ReadAccess } from '../listing/read-access.ts';
import { Problem } from '../problems/problems.ts';

/** The part of a webhook that decides which related records its deliveries contain. */
export interface Embedding {
  readonly embed: Column<'webhook', 'embed'>;
  /** The user within whose rights they are read: the last one who set `embed`, the event or the target. */
  readonly account_id: Column<'webhook', 'account_id'>;
}

/** Returns the key of webhooks whose deliveries of an event are equal; null without embedded records. */
export const embeddingKey = ({ embed, account_id }: Embedding): string | null =>
  embed === null || account_id === null ? null : `${account_id} ${embed}`;

let accessOf: (held: ReadonlySet<string>) => ReadAccess | null = () => ({ lacks: (resource) => `${resource}.read` });

/** Tells how permissions give read access. The server calls this when it knows all its endpoints. */
export function provideReadAccess(access: typeof accessOf): void {
  accessOf = access;
}

/**
 * The records and bytes of a delivery with related records. It is written in the transaction of its event, which must not take
 * long: 2,000 records take some 20 ms.
 */
const limits = { records: 2_000, bytes: 1_048_576 } as const;

/** The relations that deliveries always contain, by the object of the event: a receiver of a pickup needs its lines. */
export const shownInDeliveries: Readonly<Record<string, readonly string[]>> = {
  pick: ['lines'],
  pack: ['lines'],
  ship: ['lines'],
  pickup: ['lines'],
};

/** The objects whose deliveries name the orders of the event in `order_ids`. Other objects have a field for their order. */
const namesOrders: ReadonlySet<string> = new Set(['pick', 'pack', 'ship', 'pickup']);

/** Returns the text of a delivery with the orders of its event. */
export function withOrders(object: string, text: string, orderIds: readonly number[]): string {
  return namesOrders.has(object) ? `${text.slice(0, -1)},"order_ids":${JSON.stringify(orderIds)}}` : text;
}

/**
 * Returns the record with the related records of an embed. Relations that the owner may not read at this moment are left out. All
 * are left out if the owner is inactive, or if the record would be too large.
 * @param plain the record without them
 */
export async function embedded(
  tx: Tx,
  db: Queryable,
  { resource, id, plain }: { resource: Resource; id: number; plain: string },
  { embed, account_id: accountId }: Embedding,
): Promise<string> {
  if (embed === null || accountId === null) return plain;
  const owner = await presentCaller(tx, accountId);
  if (!owner) return plain;
  const readAccess = accessOf(owner.permissions);
  const paths = listed([embed]).filter((path) => isReadable(resource, path, readAccess));
  if (paths.length === 0) return plain;
  // A statement that is refused because its answer is too large would end the transaction of the event.
  await sql`savepoint embedded`.execute(tx);
  try {
    const shows = shownInDeliveries[resource.name] ?? [];
    const body = await item(db, resource, id, { embed: paths, readAccess, shows, limits });
    await sql`release savepoint embedded`.execute(tx);
    return body ?? plain;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await sql`rollback to savepoint embedded`.execute(tx);
    return plain;
  }
}

function isReadable(resource: Resource, path: string, readAccess: ReadAccess | null): boolean {
  try {
    embedTree(resource, [path], readAccess);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
