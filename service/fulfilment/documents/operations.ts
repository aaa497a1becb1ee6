import { sql } from 'kysely';
import type { DocumentKind } from '../../../printing/content.ts';
import { lockRecord } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { readCartonLabel } from './read-carton-label.ts';
import { readPackingSlip } from './read-packing-slip.ts';
import { readPicklist } from './read-picklist.ts';
import type { Made } from './rendered.ts';
import { askedFor } from './request.ts';
import type { DocumentBody } from './schema.ts';
import { type OrderTarget, type Target, targetsOf } from './targets.ts';

/**
 * Makes the documents of one kind that are asked for: of an order as many as it has picks, deliveries or cartons. Asked again, it
 * makes them again.
 * @returns their ids
 * @throws body.invalid, record.unknown; document.nothing-to-print, with what has to be done first
 */
export const createDocuments = operation('document.create', async (context, body: DocumentBody): Promise<number[]> => {
  const made: number[] = [];
  for (const target of await askedFor(context.tx, body)) made.push(await make(context, target, null));
  return made;
});

export interface PrintChoice {
  readonly kinds: readonly DocumentKind[];
  /** True where what was printed once is printed once more. */
  readonly again: boolean;
  readonly bulkRun: number | null;
}

/**
 * Prints what there is of an order that is locked, as part of a bulk run. What the run has printed for another order already, a
 * pick over both, counts for this one too.
 * @returns why there was nothing to print; null where there was something
 */
export async function printOrder(
  context: OperationContext,
  orderId: number,
  choice: PrintChoice,
): Promise<string | null> {
  const { tx } = context;
  const before: OrderTarget[] = [];
  let printed = false;
  for (const kind of choice.kinds) {
    // Two orders of one pick come at the same time.
    for (const { column, id } of kind === 'picklist' ? await targetsOf(tx, kind, [orderId]) : []) {
      if (column === 'pick_id') await lockRecord(tx, 'pick', id);
    }
    for (const target of await targetsOf(tx, kind, [orderId])) {
      const ours = target.document_id !== null && target.bulkrun_id === choice.bulkRun;
      if (ours) printed = true;
      else if (target.document_id !== null && !choice.again) before.push(target);
      else {
        await make(context, target, choice.bulkRun);
        printed = true;
      }
    }
  }
  return printed ? null : whyNot(choice.kinds, before);
}

/** What would be printed of orders: for each why there is nothing, in words that fit many of them, or null. */
export async function foreseePrint(
  tx: Tx,
  orderIds: readonly number[],
  { kinds, again }: Omit<PrintChoice, 'bulkRun'>,
): Promise<ReadonlyMap<number, string | null>> {
  const targets = new Map<number, OrderTarget[]>(orderIds.map((id) => [id, []]));
  for (const kind of kinds) {
    for (const target of await targetsOf(tx, kind, orderIds)) targets.get(target.order_id)!.push(target);
  }
  return new Map(
    [...targets].map(([id, all]) => {
      const before = all.filter(({ document_id }) => document_id !== null && !again);
      if (before.length < all.length) return [id, null];
      return [id, before.length > 0 ? 'It was printed already.' : whyNot(kinds, [])];
    }),
  );
}

/** What kinds are called in a sentence. */
const called: Readonly<Record<DocumentKind, string>> = {
  picklist: 'pick list',
  packingslip: 'packing slip',
  cartonlabel: 'carton label',
};

function whyNot(kinds: readonly DocumentKind[], before: readonly OrderTarget[]): string {
  if (before.length === 0)
    return `There is nothing to print now: no ${kinds.map((kind) => called[kind]).join(', no ')}.`;
  const told = before.map(
    ({ kind, number, printed_at, document_id }) =>
      `${called[kind]} ${number} on ${printed_at} as document ${document_id}`,
  );
  return `It was printed already: ${told.join(', ')}.`;
}

async function make(context: OperationContext, target: Target, bulkRun: number | null): Promise<number> {
  const { tx, actor } = context;
  const { kind, column, id } = target;
  const { number, site_id, order_ids, content } = await read(tx, target);
  const [order] = order_ids;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into document (kind, number, site_id, salesorder_id, ${sql.ref(column)}, content, bulkrun_id, account_id)
      values (${kind}, ${number}, ${site_id}, ${order_ids.length === 1 ? order! : null}::int, ${id}, ${JSON.stringify(content)}::jsonb,
        ${bulkRun}::int, ${actor.userId})
      returning id
    ), about as (
      insert into document_order (document_id, order_id) select made.id, o.id from made, unnest(${order_ids}::int[]) as o(id)
    )
    select id from made`.execute(tx);
  const documentId = rows[0]!.id;
  await recordEvent(context, {
    event: 'document.created',
    id: documentId,
    orders: order_ids,
    detail: { kind, number },
  });
  return documentId;
}

function read(tx: Tx, target: Target): Promise<Made<unknown>> {
  switch (target.kind) {
    case 'picklist':
      return readPicklist(tx, target.id);
    case 'packingslip':
      return readPackingSlip(tx, target);
    case 'cartonlabel':
      return readCartonLabel(tx, target.id);
  }
}
