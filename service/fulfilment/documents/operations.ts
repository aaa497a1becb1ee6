import { sql } from 'kysely';
import {
  type DocumentKind,
  type LabelKind,
  type OrderDocumentKind,
  orderDocumentKinds,
} from '../../../lib/printing/content.ts';
import { lockRecord } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf, firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { commandSheet } from './command-sheet.ts';
import { readCartonLabel } from './read-carton-label.ts';
import { readLabels } from './read-labels.ts';
import { readPackingSlip } from './read-packing-slip.ts';
import { readPicklist } from './read-picklist.ts';
import { readReturnSlip } from './read-return-slip.ts';
import { assertNoSource, type OrderDocumentBody, requestedTargets, sourceOf } from './request.ts';
import type { DocumentBody } from './schema.ts';
import {
  type DocumentSource,
  type OrderTarget,
  type Target,
  type TargetColumn,
  targetColumns,
  targetsOf,
} from './targets.ts';

/**
 * Makes the requested documents of one kind: for an order, one for each of its picks, deliveries or cartons; for labels, one for
 * each 500 of them; one sheet of the command codes. Repeating it makes new ones.
 * @returns their ids
 * @throws body.invalid, record.unknown; document.nothing-to-print, which says what to do first
 */
export const createDocuments = operation('document.create', async (context, body: DocumentBody): Promise<number[]> => {
  const ids: number[] = [];
  if (isOfOrders(body)) {
    for (const target of await requestedTargets(context.tx, body))
      ids.push(await createDocument(context, target, null));
    return ids;
  }
  const { kind } = body;
  for (const source of await readSources(context, body)) ids.push(await storeDocument(context, { kind, source }));
  return ids;
});

const isOfOrders = (body: DocumentBody): body is OrderDocumentBody =>
  orderDocumentKinds.some((kind) => kind === body.kind);

/** Reads the contents of documents that are not of the work on an order. */
async function readSources(context: OperationContext, body: DocumentBody): Promise<DocumentSource<unknown>[]> {
  if (body.kind === 'returnslip') return [await readReturnSlip(context.tx, firstOf(sourceOf(body).ids))];
  if (body.kind !== 'commandsheet') return readLabels(context, body.kind as LabelKind, sourceOf(body));
  assertNoSource(body);
  return [await commandSheet(context)];
}

export interface PrintChoice {
  readonly kinds: readonly OrderDocumentKind[];
  /** Whether to print documents again that were printed before. */
  readonly again: boolean;
  readonly bulkRun: number | null;
}

/**
 * Prints the documents of a locked order as part of a bulk run. A document that the run has printed for another order, such as a
 * pick of both orders, counts for this order too.
 * @returns why nothing was printed; null where something was
 */
export async function printOrder(
  context: OperationContext,
  orderId: number,
  choice: PrintChoice,
): Promise<string | null> {
  const before: OrderTarget[] = [];
  let printed = false;
  for (const kind of choice.kinds) {
    for (const target of await lockTargets(context.tx, kind, orderId)) {
      const isNew = target.document_id === null;
      const ofThisRun = !isNew && target.bulkrun_id === choice.bulkRun;
      const print = !ofThisRun && (isNew || choice.again);
      if (print) await createDocument(context, target, choice.bulkRun);
      if (print || ofThisRun) printed = true;
      else before.push(target);
    }
  }
  return printed ? null : nothingToPrint(choice.kinds, before);
}

/** Returns the targets of an order. Picks are locked, because a bulk run may print two orders of one pick at the same time. */
async function lockTargets(tx: Tx, kind: OrderDocumentKind, orderId: number): Promise<OrderTarget[]> {
  const targets = await targetsOf(tx, kind, [orderId]);
  const picks = targets.filter(({ column }) => kind === 'picklist' && column === 'pick_id');
  if (picks.length === 0) return targets;
  for (const { id } of picks) await lockRecord(tx, 'pick', id);
  return targetsOf(tx, kind, [orderId]);
}

/** Returns for each order why nothing can be printed, in a sentence that many orders can share; null where something can. */
export async function previewPrint(
  tx: Tx,
  orderIds: readonly number[],
  { kinds, again }: Omit<PrintChoice, 'bulkRun'>,
): Promise<ReadonlyMap<number, string | null>> {
  const ofOrders = new Map<number, OrderTarget[]>(orderIds.map((id) => [id, []]));
  for (const kind of kinds) {
    for (const target of await targetsOf(tx, kind, orderIds)) ofOrders.get(target.order_id)?.push(target);
  }
  return new Map(
    [...ofOrders].map(([id, all]) => {
      const before = all.filter(({ document_id }) => document_id !== null && !again);
      if (before.length < all.length) return [id, null];
      return [id, before.length > 0 ? 'It was printed already.' : nothingToPrint(kinds, [])];
    }),
  );
}

/** Names of the kinds in a sentence. */
const kindNames: Readonly<Record<OrderDocumentKind, string>> = {
  picklist: 'pick list',
  packingslip: 'packing slip',
  cartonlabel: 'carton label',
};

function nothingToPrint(kinds: readonly OrderDocumentKind[], before: readonly OrderTarget[]): string {
  if (before.length === 0) {
    return `There is nothing to print now: no ${kinds.map((kind) => kindNames[kind]).join(', no ')}.`;
  }
  const documents = before.map(({ kind, number, printed_at, document_id }) => {
    return `${kindNames[kind]} ${number} on ${printed_at} as document ${document_id}`;
  });
  return `It was printed already: ${documents.join(', ')}.`;
}

/** Makes a document of the work on an order. @returns its id */
async function createDocument(context: OperationContext, target: Target, bulkRun: number | null): Promise<number> {
  return storeDocument(context, { kind: target.kind, source: await readSource(context.tx, target), target, bulkRun });
}

interface NewDocument {
  readonly kind: DocumentKind;
  readonly source: DocumentSource<unknown>;
  readonly target?: Target;
  readonly bulkRun?: number | null;
}

/** Stores a document with its content of this moment. @returns its id */
async function storeDocument(
  context: OperationContext,
  { kind, source, target, bulkRun }: NewDocument,
): Promise<number> {
  const { tx, actor } = context;
  const { number, site_id, order_ids, content } = source;
  const record = (column: TargetColumn) => sql`${target?.column === column ? target.id : null}::bigint`;
  const [order = null, ...otherOrders] = order_ids;
  const onlyOrder = otherOrders.length === 0 ? order : null;
  const result = await sql<Row<'document', 'id'>>`
    -- Inserts the document, and the orders that it is for.
    with new_document as (
      insert into document (kind, number, site_id, salesorder_id, ${sql.join(targetColumns.map((column) => sql.ref(column)))}, content,
        bulkrun_id, account_id)
      values (${kind}, ${number}, ${site_id}, ${onlyOrder}::bigint, ${sql.join(targetColumns.map(record))},
        ${JSON.stringify(content)}::jsonb, ${bulkRun ?? null}::bigint, ${actor.userId})
      returning id
    ), orders as (
      insert into document_order (document_id, order_id) select n.id, o.id from new_document n, unnest(${order_ids}::bigint[]) as o(id)
    )
    select id from new_document`.execute(tx);
  const { id: documentId } = firstRow(result);
  await recordEvent(context, {
    event: 'document.created',
    id: documentId,
    orders: order_ids,
    detail: { kind, number },
  });
  return documentId;
}

function readSource(tx: Tx, target: Target): Promise<DocumentSource<unknown>> {
  switch (target.kind) {
    case 'picklist':
      return readPicklist(tx, target.id);
    case 'packingslip':
      return readPackingSlip(tx, target);
    case 'cartonlabel':
      return readCartonLabel(tx, target.id);
  }
}
