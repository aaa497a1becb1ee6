import { idAtSource } from './external-id.ts';
import { boolean, code, decimal, identifier, reference, text, times, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

/** The outcomes of a returned unit. */
export const outcomes = ['restock', 'quarantine', 'scrap', 'sendback'] as const;
export type Outcome = (typeof outcomes)[number];

/** The columns of a unit with the quantity of each outcome. */
export const outcomeColumns = {
  restock: 'qty_restocked',
  quarantine: 'qty_quarantined',
  scrap: 'qty_scrapped',
  sendback: 'qty_sent_back',
} as const satisfies Record<Outcome, string>;

const moment = (description: string) => timestamp({ nullable: true, description, example: null });

export const returnorder = record(
  'returnorder',
  'Goods of a sales order that the customer sends back. It gives a credit for the units that stay',
  {
    number: identifier({ example: 'R-1' }),
    salesorder_id: reference('salesorder', { write: 'create', required: true, import: 'Number of the sales order.' }),
    customer_id: reference('customer'),
    site_id: reference('site', {
      write: 'create',
      description: 'The site that receives the goods',
      descriptionInBody: 'The site that receives the goods. The default is the site of the order',
      import: 'Name of the site that receives the goods. The default is the site of the order.',
    }),
    status_id: reference('returnorderstatus'),
    ...idAtSource('return orders', {}),
    reason: text({
      max: 200,
      nullable: true,
      write: true,
      description: 'Why the customer returns them',
      example: 'Too small',
      import: 'Why the customer returns them.',
    }),
    decision: text({
      nullable: true,
      description: 'Why it is authorised, waits for a person, was refused or was canceled',
      example: 'Outside of the return window',
    }),
    location_id: reference('location', {
      nullable: true,
      description: "Where its goods wait for their inspection, by the operators' file",
    }),
    authorised_by: text({
      nullable: true,
      description: 'Name of the user group whose members alone authorise and refuse it',
      example: null,
    }),
    due_at: moment('When it is canceled if no goods have come by then'),
    credit_id: reference('invoice', { nullable: true, description: 'The credit that its close made', example: null }),
    exchange_id: reference('salesorder', {
      nullable: true,
      description: 'The order that was made in exchange for its goods',
      example: null,
    }),
    label_by: text({
      nullable: true,
      values: ['automatic', 'by hand', 'none'],
      description:
        "`automatic` if the engine has a carrier book its label, `by hand` if a person does, by the operators' file; null for returns of earlier releases",
      example: 'automatic',
    }),
    carrier_name: text({
      nullable: true,
      description: 'Carrier of its label, by the name in the configuration; null if no carrier books one',
    }),
    label_due: boolean({ description: 'True until the engine has had the carrier book the label' }),
    label_problem: text({
      nullable: true,
      description: 'Why there is no label: what the carrier said last; null after a success',
      example: null,
    }),
    tracking_number: code({ nullable: true, indexed: false, description: 'The number on its label' }),
    label_url: text({ nullable: true, description: 'The label at the carrier' }),
    authorised_at: moment('When it was authorised first'),
    received_at: moment('When its last goods arrived'),
    inspected_at: moment('When the last unit got its outcome'),
    ended_at: moment('When it was closed, refused or canceled'),
    ...times,
  },
  {
    relations: { lines: many('returnorderline'), units: many('returnorderunit'), bookings: many('booking') },
    brief: ['number'],
  },
);

const ofUnits = (column: string) => (line: string) =>
  `(SELECT coalesce(sum(u.${column}), 0) FROM returnorderunit u WHERE u.returnorderline_id = ${line}.id)`;

export const returnorderline = record(
  'returnorderline',
  'A part of an order line that is returned. A line of a kit has one for each component',
  {
    returnorder_id: reference('returnorder'),
    line_id: reference('salesorderline', {
      write: 'create',
      required: true,
      description: 'The line that was delivered',
    }),
    part_id: reference('part'),
    qty_requested: decimal({ description: 'In units of the part, like all quantities of a return', example: 2 }),
    qty_authorised: decimal({ description: 'How many may arrive', example: 2 }),
    qty_received: decimal({ sql: ofUnits('qty'), example: 2 }),
    qty_restocked: decimal({ sql: ofUnits('qty_restocked'), example: 1 }),
    qty_quarantined: decimal({ sql: ofUnits('qty_quarantined'), example: 0 }),
    qty_scrapped: decimal({ sql: ofUnits('qty_scrapped'), example: 1 }),
    qty_sent_back: decimal({
      sql: ofUnits('qty_sent_back'),
      description: 'Sent to the customer again, without a credit',
      example: 0,
    }),
    condition: text({
      max: 50,
      nullable: true,
      write: 'create',
      description: 'As the customer describes it',
      example: 'opened',
      import: 'Condition of the units, as the customer describes it.',
    }),
    note: text({ max: 1000, nullable: true, write: 'create', example: null, import: 'Note.' }),
  },
  { path: null, relations: { units: many('returnorderunit') } },
);

export const returnorderunit = record(
  'returnorderunit',
  'Units that arrived for a return: of one lot or serial number, at one time',
  {
    returnorder_id: reference('returnorder'),
    returnorderline_id: reference('returnorderline'),
    part_id: reference('part'),
    location_id: reference('location', { description: 'Where they wait for their inspection' }),
    lot: identifier({ nullable: true, example: null }),
    serial: identifier({ nullable: true, example: null }),
    qty: decimal({ example: 2 }),
    qty_restocked: decimal({ example: 1 }),
    qty_quarantined: decimal({ example: 0 }),
    qty_scrapped: decimal({ example: 1 }),
    qty_sent_back: decimal({ example: 0 }),
    condition: text({ nullable: true, description: 'As the person at the dock found them', example: 'damaged' }),
    note: text({ nullable: true, example: null }),
    received_by: reference('user', { nullable: true, relation: 'receiver', indexed: false }),
    created_at: timestamp(),
  },
  { path: null },
);
