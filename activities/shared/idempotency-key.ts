import { createHash } from 'node:crypto';
import { consigneeOf, contactFields, type ShipTo } from '../../lib/addresses/ship-to.ts';

/** A record that a carrier acts on. */
interface Keyed {
  readonly id: number;
  /** ISO time. */
  readonly created_at: string;
}

/**
 * Returns the idempotency key of a request to a carrier. It names the time of the record's creation: a restored database gives the
 * id of a lost record to a new one, and the carrier would return the answer about the lost one.
 * @param action such as `ship` or `cancel`
 */
export function idempotencyKey(
  kind: 'order' | 'booking' | 'returnorder',
  { id, created_at }: Keyed,
  action: string,
): string {
  return `conveyor/${kind}/${id}/${Date.parse(created_at) / 1000}/${action}`;
}

/** A member without a value is not in the hash, so that it equals that of a release without the member. */
const contacts: ReadonlySet<string> = new Set(contactFields);

/** Returns a short hash of the ship-to address, for keys of labels. */
export function addressHash(order: ShipTo): string {
  const unset = (name: string, value: unknown) => (contacts.has(name) && value === null ? undefined : value);
  const text = JSON.stringify(consigneeOf(order), unset);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
