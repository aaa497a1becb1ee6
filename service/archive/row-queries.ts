/**
 * The statements that take the rows of closed orders out of the tables, in an order that the foreign keys allow. Each deletes rows
 * and returns them. `:orders` are the ids of the orders; the other names are ids that earlier statements collected.
 *
 * Records that several orders share (picks, packs with their cartons, ships, pickups, documents, events) go with the
 * last order that needs them. So every row is in one chunk, and the remaining rows are consistent.
 */
export interface RowQuery {
  readonly table: string;
  /** The condition on a row `t`. */
  readonly where: string;
  /** Columns whose values later statements use, by the name that they use. */
  readonly collects?: Readonly<Record<string, string>>;
}

const unused = (table: string, column: string) => `not exists (select from ${table} u where u.${column} = t.id)`;

const freeCartons = `select c.id from carton c where c.pack_id = any(:packs) and not exists (select from packline u where u.pack_id = c.pack_id)`;

/**
 * Rows of free cartons, or of orders. Each half uses its index: with `or`, PostgreSQL reads the table (0.9 s of 3
 * million rows, and not 1 ms).
 */
const ofCartonsOrOrders = (table: string) => `t.id in (
  select s.id from ${table} s where s.carton_id in (${freeCartons}) union all select s.id from ${table} s where s.order_id = any(:orders))`;

export const rowQueries: readonly RowQuery[] = [
  {
    table: 'event_log',
    where: `t.order_ids && :orders and not exists (select from salesorder o where o.id = any(t.order_ids) and not o.id = any(:orders))`,
  },
  { table: 'document_order', where: 't.order_id = any(:orders)', collects: { documents: 'document_id' } },
  { table: 'document', where: `t.id = any(:documents) and ${unused('document_order', 'document_id')}` },
  { table: 'booking_attempt', where: 't.order_id = any(:orders)' },
  { table: 'issue_request_need', where: 't.order_id = any(:orders)' },
  { table: 'issue_request', where: 't.order_id = any(:orders)' },
  { table: 'autowork', where: 't.order_id = any(:orders)' },
  { table: 'booking', where: 't.order_id = any(:orders)' },
  { table: 'invoicetax', where: 't.invoice_id in (select i.id from invoice i where i.order_id = any(:orders))' },
  {
    table: 'returnorderunit',
    where: 't.returnorder_id in (select r.id from returnorder r where r.salesorder_id = any(:orders))',
  },
  {
    table: 'returnorderline',
    where: 't.returnorder_id in (select r.id from returnorder r where r.salesorder_id = any(:orders))',
  },
  { table: 'returnorder', where: 't.salesorder_id = any(:orders)' },
  { table: 'invoiceline', where: 't.invoice_id in (select i.id from invoice i where i.order_id = any(:orders))' },
  { table: 'invoice', where: 't.order_id = any(:orders)', collects: { pickups: 'pickup_id' } },
  { table: 'reservation', where: 't.order_id = any(:orders)' },
  { table: 'inventorymovement', where: 't.order_id = any(:orders)' },
  { table: 'putback', where: 't.order_id = any(:orders)' },
  { table: 'picklinecount', where: 't.pickline_id in (select l.id from pickline l where l.order_id = any(:orders))' },
  { table: 'pickline', where: 't.order_id = any(:orders)', collects: { picks: 'pick_id' } },
  { table: 'packline', where: 't.order_id = any(:orders)', collects: { packs: 'pack_id' } },
  // The records after a pack are archived when no order has units in it. Its cartons are deleted after the lines that
  // refer to them.
  {
    table: 'shipline',
    where: ofCartonsOrOrders('shipline'),
    collects: { ships: 'ship_id' },
  },
  { table: 'pickupline_order', where: 't.order_id = any(:orders)' },
  {
    table: 'pickupline',
    where: ofCartonsOrOrders('pickupline'),
    collects: { pickups: 'pickup_id' },
  },
  { table: 'carton', where: `t.id in (${freeCartons})`, collects: { places: 'location_id' } },
  { table: 'inventory', where: 't.location_id = any(:places)' },
  { table: 'location', where: 't.id = any(:places)' },
  {
    table: 'pack_worker',
    where: `t.pack_id = any(:packs) and not exists (select from packline u where u.pack_id = t.pack_id)`,
  },
  {
    table: 'pack',
    where: `t.id = any(:packs) and ${unused('packline', 'pack_id')} and ${unused('carton', 'pack_id')}`,
  },
  {
    table: 'pick_worker',
    where: `t.pick_id = any(:picks) and not exists (select from pickline u where u.pick_id = t.pick_id)`,
  },
  { table: 'pick', where: `t.id = any(:picks) and ${unused('pickline', 'pick_id')}` },
  {
    table: 'pallet',
    where: `t.ship_id = any(:ships) and not exists (select from shipline u where u.ship_id = t.ship_id)`,
  },
  { table: 'ship', where: `t.id = any(:ships) and ${unused('shipline', 'ship_id')}` },
  {
    table: 'pickup',
    where: `t.id = any(:pickups) and ${unused('pickupline', 'pickup_id')} and ${unused('invoice', 'pickup_id')}`,
  },
  { table: 'work', where: 't.order_id = any(:orders)' },
  { table: 'salesorderdiscount', where: 't.salesorder_id = any(:orders)' },
  { table: 'salesorderfee', where: 't.salesorder_id = any(:orders)' },
  { table: 'salesordertax', where: 't.salesorder_id = any(:orders)' },
  { table: 'salesorderline', where: 't.salesorder_id = any(:orders)' },
  { table: 'salesorder', where: 't.id = any(:orders)' },
];
