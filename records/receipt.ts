import { idAtSource } from './external-id.ts';
import { custom, date, decimal, identifier, reference, text, times, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const receipt = record(
  'receipt',
  'Goods that arrive at a site, with the expected and the received quantities',
  {
    number: identifier({ min: 1, max: 50, write: true, nullInBody: 'create', example: 'IN-1' }),
    site_id: reference('site', {
      write: 'create',
      import: 'Name of the site. The default is your current site.',
    }),
    status_id: reference('receiptstatus', { indexed: false }),
    supplier: text({
      max: 200,
      nullable: true,
      write: true,
      example: 'Exotic Liquids',
      import: 'Name of the supplier.',
    }),
    expected_at: timestamp({
      nullable: true,
      write: true,
      description: 'When the goods are expected',
      import: 'The day on which the goods are expected.',
    }),
    ...idAtSource('receipts', {}),
    order_id: reference('salesorder', {
      nullable: true,
      relation: 'order',
      deletable: true,
      description: 'The order whose goods arrive; null for goods of a supplier',
      example: null,
    }),
    pickup_id: reference('pickup', {
      nullable: true,
      deletable: true,
      indexed: false,
      description:
        'The pickup of the transfer order that sent the goods. Expected units that are not received are in transit',
      example: null,
    }),
    note: text({ max: 2000, nullable: true, write: true, example: null, import: 'Note.' }),
    lost_reason: text({
      nullable: true,
      description:
        'Why units of a transfer order are lost: they were sent and did not come in before the receipt was closed',
      example: null,
    }),
    custom: custom(),
    closed_at: timestamp({ nullable: true, example: null }),
    ...times,
  },
  { relations: { lines: many('receiptline'), entries: many('receiptentry') } },
);

export const receiptline = record('receiptline', 'A part of a receipt, with the expected and the received quantity', {
  receipt_id: reference('receipt'),
  part_id: reference('part', { write: true, required: true }),
  qty: decimal({
    scale: 6,
    digits: 9,
    positive: true,
    nullable: true,
    write: true,
    description: 'The expected quantity; null if the part was not expected',
    example: 12,
  }),
  qty_received: decimal({ example: 0 }),
});

export const receiptentry = record('receiptentry', 'Units of a receipt line that came in together', {
  receipt_id: reference('receipt'),
  receiptline_id: reference('receiptline'),
  part_id: reference('part'),
  location_id: reference('location'),
  lot: identifier({ nullable: true, example: null }),
  serial: identifier({ nullable: true, example: null }),
  expires_on: date({ nullable: true, example: null }),
  qty: decimal({ example: 12 }),
  movement_id: reference('inventorymovement', { relation: 'movement', description: 'Its row of the ledger' }),
  user_id: reference('user', { column: 'account_id', indexed: false, description: 'The user who received it' }),
  created_at: timestamp(),
});
