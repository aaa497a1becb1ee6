import type { OrderRecord } from '../../../client/any-order.ts';
import type { Client } from '../../../client/client.ts';
import { faultLine } from '../rows/place.ts';
import type { Served } from './directory.ts';
import type { Body, Draft } from './draft.ts';
import type { ImportContext, WriteOptions } from './write.ts';

/** Keys of an order in the map that are no fields of its record. */
export const orderParts = ['issue'] as const;

/** Returns the calls of orders of a kind. All kinds have the same. */
export const ordersOf = (client: Client, kind: OrderRecord) => client[kind] as unknown as Client['salesorder'];

/** The id of the status of a draft, in `GET /salesorderstatus`. */
const draftStatus = 1;

/**
 * Returns a function that requests the issue of an order as soon as it is possible: of a new one, and with `update: true` of a
 * draft without a request, as an interrupted import leaves it.
 */
export function issueOrder(client: Client, kind: OrderRecord) {
  return async (id: number, { issue }: Body, existing: Served | null, updates: boolean): Promise<void> => {
    if (issue === undefined) return;
    const isRequested =
      existing !== null && (existing.status_id !== draftStatus || existing.issue_requested_at !== null);
    if (existing === null || (updates && !isRequested))
      await ordersOf(client, kind).issue(id, issue as { when: 'possible' });
  };
}

/**
 * Returns the orders without the new ones that have no line. A map with lines means orders with lines, so an order whose file has none is a
 * fault. An order whose lines a condition of the map leaves out is said.
 */
export async function withoutEmpty(
  { directory, fault, note }: ImportContext,
  kind: OrderRecord,
  { drafts, tally, step }: Pick<WriteOptions, 'drafts' | 'tally' | 'step'>,
): Promise<Draft[]> {
  const empty = drafts.filter(({ body, places }) => body.lines === undefined && places.has('/lines'));
  await directory.load(
    kind,
    empty.map(({ key }) => key),
  );
  const left = new Set(empty.filter(({ key }) => directory.find(kind, key) === undefined));
  for (const { key, place, omitted } of left) {
    const rows = omitted.get('/lines') ?? 0;
    const reason = rows === 0 ? 'the files have no line of it' : `"where" leaves out all of its lines (${rows})`;
    const sentence = place.fault(`order ${key} is left out: ${reason}`);
    if (rows === 0) fault(sentence);
    else note(faultLine(sentence));
    tally.leftOut += 1;
    step();
  }
  return drafts.filter((draft) => !left.has(draft));
}
