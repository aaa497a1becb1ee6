import { ProblemError } from './problem-error.ts';
import type { Client } from './typed-client.ts';

/** The records of orders, which have the same calls. */
export type OrderRecord = 'salesorder' | 'transferorder' | 'useorder';

type Orders = Client['salesorder'];

const isRecord = (name: unknown): name is OrderRecord =>
  name === 'salesorder' || name === 'transferorder' || name === 'useorder';

/** The orders that are known to be no sales orders. An order never changes its kind. */
const known = new Map<number, OrderRecord>();
const mostKnown = 10_000;

/**
 * Makes a call about an order whose kind is not known. The address of an order has its kind, and the refusal at the address of
 * another kind names the right one.
 * @param call with the calls of the kind, and the name of its record
 */
export async function ofAnyKind<Result>(
  client: Pick<Client, OrderRecord>,
  orderId: number,
  call: (orders: Orders, record: OrderRecord) => Promise<Result>,
): Promise<Result> {
  const record = known.get(orderId) ?? 'salesorder';
  try {
    return await call(client[record] as unknown as Orders, record);
  } catch (error) {
    const other = error instanceof ProblemError && error.code === 'record.unknown' ? error.members.record : undefined;
    if (other === record || !isRecord(other)) throw error;
    if (known.size >= mostKnown) known.clear();
    known.set(orderId, other);
    return call(client[other] as unknown as Orders, other);
  }
}
