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
export function idempotencyKey(kind: 'order' | 'booking', { id, created_at }: Keyed, action: string): string {
  return `conveyor/${kind}/${id}/${Date.parse(created_at) / 1000}/${action}`;
}
