import { sql } from 'kysely';
import { voidReturnLabel } from '../fulfilment/work/labels/void-labels.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';

/** Withdraws the label of a locked return that ends without goods: the carrier takes it back, or does not book it any more. */
export async function withdrawLabel(context: OperationContext, { id }: Row<'returnorder', 'id'>): Promise<void> {
  await voidReturnLabel(context, id);
  await sql`
    update returnorder set label_due = false, tracking_number = null, label_url = null where id = ${id}`.execute(
    context.tx,
  );
}
