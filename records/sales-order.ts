import { address } from './address.ts';
import { currency } from './currency.ts';
import { atSource, idAtSource } from './external-id.ts';
import {
  amount,
  boolean,
  country,
  custom,
  decimal,
  identifier,
  integer,
  reference,
  text,
  times,
  timestamp,
} from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';
import { ordersOfShips } from './ship.ts';

/** The kinds of orders, which are rows of one table. Each kind has a record, such as `transferorder`. */
export const orderKinds = ['sales', 'transfer', 'use'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Returns the address of an order. */
export const orderPath = ({ kind, id }: { readonly kind: OrderKind; readonly id: number }): string =>
  `/${kind}order/${id}`;

/** An order, without the fields of its progress, which the service computes (service/orders/resource.ts). */
export const salesorder = record(
  'salesorder',
  'An order of a customer, from draft to fulfilled',
  {
    number: identifier({
      min: 1,
      max: 50,
      write: true,
      nullInBody: 'create',
      indexed: true,
      fact: true,
      usual: 'CASE',
      example: 'S-1',
    }),
    customer_id: reference('customer', {
      write: true,
      required: true,
      fact: true,
      nullElsewhere: true,
      import: 'Number of the customer.',
    }),
    status_id: reference('salesorderstatus'),
    site_id: reference('site', {
      write: true,
      fact: true,
      import: 'Name of the site. The default is your current site.',
    }),
    kind: text({
      values: orderKinds,
      description:
        'Orders of each kind have an address of their own: those of the kind `transfer` are at `/transferorder`',
      fact: true,
      usual: 'sales',
      example: 'sales',
    }),
    // The fields of other kinds of orders, for conditions on orders of all kinds.
    to_site_id: reference('site', { nullable: true, hidden: true, filter: true, indexed: false, fact: true }),
    purpose: text({ nullable: true, hidden: true, filter: true, fact: true }),
    cost_centre: text({ nullable: true, hidden: true, filter: true, fact: true }),
    carrier_id: reference('carrier', { nullable: true, write: true, fact: true, import: 'Name of the carrier.' }),
    carrierservicelevel_id: reference('carrierservicelevel', { nullable: true, write: true, example: null }),
    ...idAtSource('orders of a kind', { fact: true }),
    job_id: reference('job', { nullable: true, write: true, fact: true }),
    priority: integer({
      min: 1,
      max: 5,
      write: true,
      description: 'From 1 (first) to 5',
      fact: true,
      usual: 3,
      example: 3,
      import: 'From 1 (first) to 5. The default is 3.',
    }),
    note: text({
      max: 5000,
      nullable: true,
      write: true,
      fact: true,
      example: 'Leave it with the neighbour',
      import: 'Note.',
    }),
    deliver_by: timestamp({
      nullable: true,
      write: true,
      fact: true,
      description: 'The latest delivery that the customer was promised',
      example: '2026-12-01T18:00:00+00:00',
      import: 'The latest delivery.',
    }),
    gift_message: text({
      max: 1000,
      nullable: true,
      write: true,
      fact: true,
      description: 'A message for the consignee, on the packing slip',
      example: 'Happy birthday!',
      import: 'Message for the consignee, on the packing slip.',
    }),
    custom: custom(),
    bill_to_name: text({
      max: 200,
      nullable: true,
      write: true,
      fact: true,
      example: 'Alfreds Futterkiste',
      import: 'Name on the invoice.',
    }),
    bill_company: text({ ...address.company, fact: true }),
    bill_phone: text({ ...address.phone, fact: true }),
    bill_email: identifier({ ...address.email, fact: true }),
    bill_address_1: text({ ...address.line1, fact: true }),
    bill_address_2: text({ ...address.line2, fact: true }),
    bill_city: text({ ...address.city, fact: true }),
    bill_region: text({ ...address.region, fact: true }),
    bill_postal_code: text({ ...address.postalCode, fact: true }),
    bill_country: country({ ...address.country, fact: true }),
    ship_to_name: text({
      max: 200,
      nullable: true,
      write: true,
      fact: true,
      usual: 'A customer',
      example: 'Alfreds Futterkiste',
      import: 'Consignee.',
    }),
    ship_company: text({ ...address.company, fact: true }),
    ship_phone: text({ ...address.phone, fact: true }),
    ship_email: identifier({ ...address.email, fact: true }),
    ship_residential: boolean({ ...address.residential, fact: true }),
    ship_address_1: text({ ...address.line1, fact: true, usual: '1 High Street' }),
    ship_address_2: text({ ...address.line2, fact: true }),
    ship_city: text({ ...address.city, fact: true, usual: 'London' }),
    ship_region: text({ ...address.region, fact: true }),
    ship_postal_code: text({ ...address.postalCode, fact: true }),
    ship_country: country({ ...address.country, fact: true, usual: 'GB' }),
    currency: text({
      ...currency,
      description:
        'The currency of all amounts, and of their digits. Null where neither the order nor its site names one',
      descriptionInBody: 'The default is the currency of the site',
      import: 'Currency, by ISO 4217. The default is the currency of the site.',
    }),
    subtotal: decimal({ fact: true, usual: '100', example: 19 }),
    total_discount: decimal({ fact: true, example: 1.5 }),
    total_fee: decimal({ fact: true, example: 4.9 }),
    total_tax: amount({
      write: true,
      fact: true,
      example: 4.26,
      description: 'Tax that is added to the prices. The sum of `taxes`, if the order or its lines have any',
      import: 'Tax of the whole order.',
    }),
    total: decimal({
      description: 'subtotal - total_discount + total_fee + total_tax',
      fact: true,
      usual: '100',
      example: 26.66,
    }),
    weight_g: decimal({
      // For expressions only, because a list would have to add up the lines of every order.
      hidden: true,
      filter: true,
      nullable: true,
      sql: (a) =>
        `(SELECT CASE WHEN bool_and(part.weight_g IS NOT NULL OR part.id IS NULL) THEN sum(salesorderline.qty * part.weight_g) END
        FROM salesorderline LEFT JOIN part ON part.id = salesorderline.part_id WHERE salesorderline.salesorder_id = ${a}.id)`,
      description: 'Weight of all lines in grams. Null unless every part has a weight',
      fact: true,
      usual: '1000',
    }),
    issue_date: timestamp({ nullable: true, indexed: true, fact: true }),
    created_at: timestamp({ indexed: true, fact: true }),
    updated_at: timestamp(),
  },
  {
    only: { column: 'kind', value: 'sales', usual: true },
    counted: true,
    relations: {
      lines: many('salesorderline'),
      discounts: many('salesorderdiscount', {
        through: {
          table: '(SELECT salesorder_id, id FROM salesorderdiscount WHERE line_id IS NULL)',
          to: 'id',
        },
        description: 'Of the whole order. Lines have their own',
      }),
      fees: many('salesorderfee', {
        through: {
          table: '(SELECT salesorder_id, id FROM salesorderfee WHERE line_id IS NULL)',
          to: 'id',
        },
        description: 'Of the whole order. Lines have their own',
      }),
      taxes: many('salesordertax', {
        through: {
          table: '(SELECT salesorder_id, id FROM salesordertax WHERE line_id IS NULL)',
          to: 'id',
        },
        description: 'Of the whole order. Lines have their own',
      }),
      work: many('work', { on: 'order_id' }),
      picks: many('pick', { through: { table: 'pickline', from: 'order_id', repeats: true } }),
      packs: many('pack', { through: { table: 'packline', from: 'order_id', repeats: true } }),
      ships: many('ship', { through: { table: ordersOfShips, from: 'order_id' } }),
      pickuplines: many('pickupline', { through: { table: 'pickupline_order', from: 'order_id' } }),
      pickups: many('pickup', {
        through: {
          table: `(SELECT DISTINCT pickupline_order.order_id, pickupline.pickup_id FROM pickupline_order
          JOIN pickupline ON pickupline.id = pickupline_order.pickupline_id WHERE pickupline.pickup_id IS NOT NULL)`,
          from: 'order_id',
        },
      }),
      invoices: many('invoice', { on: 'order_id' }),
      bulkrunorders: many('bulkrunorder', { on: 'order_id', description: 'Its outcomes in bulk runs' }),
      documents: many('document', { through: { table: 'document_order', from: 'order_id' } }),
    },
  },
);

export const siteOfLine = (alias: string) => `(SELECT site_id FROM salesorder WHERE id = ${alias}.salesorder_id)`;
export const workOfLine = { work: many('work', { on: 'line_id' }), picklines: many('pickline', { on: 'line_id' }) };

export const salesorderline = record(
  'salesorderline',
  'A line of a sales order',
  {
    salesorder_id: reference('salesorder'),
    transaction_id: reference('salesorder', { column: 'salesorder_id', description: 'The same as salesorder_id' }),
    linetype_id: reference('linetype', { write: true, nullInBody: true, indexed: false, fact: true }),
    part_id: reference('part', { nullable: true, write: true, fact: true, usual: 1 }),
    external_id: identifier({
      ...atSource,
      nullable: true,
      fact: true,
      description: 'The id of the line at the source of its order',
      example: '669751112',
      import: 'Id of the line at the source.',
    }),
    description: text({
      max: 2000,
      nullable: true,
      write: true,
      fact: true,
      example: null,
      import: 'Description.',
    }),
    custom: custom(),
    qty: decimal({
      scale: 6,
      digits: 9,
      positive: true,
      write: true,
      nullInBody: true,
      fact: true,
      usual: '1',
      example: 2,
      import: 'Units. The default is 1.',
    }),
    unit_price: amount({
      write: true,
      nullInBody: true,
      fact: true,
      usual: '100',
      example: 9.5,
      import: 'Price of one unit. The default is the price of the part.',
    }),
    total: decimal({
      description: 'qty × unit_price, before discounts and fees, rounded half up to the digits of the currency',
      fact: true,
      usual: '100',
      example: 19,
    }),
    qty_picked: decimal({ example: 2 }),
    qty_packed: decimal({ example: 2 }),
    qty_shipped: decimal({ example: 0 }),
    qty_picked_up: decimal({ example: 0 }),
    qty_canceled: decimal({ example: 0 }),
    qty_returned: decimal({ example: 0, description: 'Delivered units that were returned' }),
    ...times,
  },
  {
    counted: true,
    site: siteOfLine,
    only: { column: 'kind', value: 'sales', usual: true, of: { table: 'salesorder', by: 'salesorder_id' } },
    relations: {
      discounts: many('salesorderdiscount', { on: 'line_id' }),
      fees: many('salesorderfee', { on: 'line_id' }),
      taxes: many('salesordertax', { on: 'line_id' }),
      ...workOfLine,
    },
  },
);

const ofOrder = {
  salesorder_id: reference('salesorder'),
  line_id: reference('salesorderline', {
    nullable: true,
    description: 'Null for an amount of the whole order',
    example: null,
  }),
};

export const salesorderdiscount = record(
  'salesorderdiscount',
  'A discount of an order (flat) or of a line (per unit)',
  {
    ...ofOrder,
    discount_id: reference('discount', { write: true, required: true }),
    amount: amount({ write: true, required: true, description: 'The reduction of the total' }),
    ...times,
  },
  { path: null },
);

export const salesorderfee = record(
  'salesorderfee',
  'A fee of an order (flat) or of a line (per unit)',
  {
    ...ofOrder,
    fee_id: reference('fee', { write: true, required: true }),
    amount: amount({ write: true, required: true, example: 4.9 }),
    ...times,
  },
  { path: null },
);

/** The fields of a tax of a document: of an order or a quote. */
export const taxOf = (document: string) => ({
  name: text({ min: 1, max: 100, write: true, required: true, example: 'VAT' }),
  rate: decimal({ scale: 6, digits: 3, nullable: true, write: true, description: 'Percent', example: 19 }),
  amount: amount({
    write: true,
    required: true,
    description: `The tax of the whole ${document} or line, as the shop has it`,
    example: 3.61,
  }),
  included: boolean({
    write: true,
    description: `True for a tax that the prices include: it adds nothing to the total of the ${document}`,
  }),
  total: decimal({
    description: 'The amount in the digits of the currency. Taxes are rounded so that they add up to the rounded sum',
    example: 3.61,
  }),
});

export const salesordertax = record(
  'salesordertax',
  'A tax of an order, or of a line with all of its units',
  { ...ofOrder, ...taxOf('order'), ...times },
  { path: null },
);
