import { z } from 'zod';
import { boolean, decimal, id, json, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { salesorderline as line, salesorder as order } from '../../records/sales-order.ts';
import { progressStates } from '../../records/states/order.ts';
import { ordersOfShips } from '../fulfilment/shipping/resource.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { notOver } from '../platform/states/open.ts';

const attentionShape = z
  .looseObject({ step: z.string(), code: z.string(), detail: z.string(), since: z.string() })
  .nullable();

/** All values but `done` are of orders that are not over. */
const ofOpenOrders = (alias: string, values: readonly string[]) =>
  values.some((value) => value.toLowerCase() === 'done') ? null : `${alias}.status_id IN (${notOver.join(', ')})`;

const { issue_date, created_at, updated_at, ...entered } = order.fields;

export const salesorder = resource('salesorder', {
  description: order.description,
  counted: true,
  fields: {
    ...entered,
    // Changes of these columns write no index, because none has them: every step of each order changes one.
    state: text({
      values: progressStates,
      implies: ofOpenOrders,
      description:
        'Where the order is, as `/progress` shows it: somebody works on it, it waits, it needs a person, it is held, or it is done',
    }),
    step: text({
      values: ['issue', 'pick', 'pack', 'ship', 'pickup'],
      nullable: true,
      implies: ofOpenOrders,
      description: 'The first required step that is not done',
    }),
    reason: text({
      nullable: true,
      implies: ofOpenOrders,
      description:
        'Why the order waits. It waits for `hand`, `stock`, `cartons` (goods in the same cartons), `date` or `issue`, it is a `draft`, a `hold` stops it, or the code of what needs a person',
    }),
    since: timestamp({ description: 'Time of the last change of state, step or reason' }),
    attention: json({
      nullable: true,
      filter: true,
      shape: attentionShape,
      description: 'The trouble that needs a person, in the words of the engine',
    }),
    issue_requested_at: timestamp({
      nullable: true,
      description: 'When somebody asked for the draft to be issued as soon as that is possible',
    }),
    held_at: timestamp({ nullable: true }),
    hold_reason: text({ nullable: true }),
    released_by: json({
      sql: (row) => `to_jsonb(${row}.released_by)`,
      shape: z.array(z.string()),
      description: 'The user groups that the hold names. Only who is in all of them may release the order',
    }),
    wave: text({ nullable: true, description: 'Wave that a rule put the order into' }),
    issue_date,
    fulfilled_at: timestamp({ nullable: true }),
    created_at,
    updated_at,
  },
  relations: {
    lines: many('salesorderline', { on: 'salesorder_id' }),
    discounts: many('salesorderdiscount', {
      through: {
        table: '(SELECT salesorder_id, id FROM salesorderdiscount WHERE line_id IS NULL)',
        from: 'salesorder_id',
        to: 'id',
      },
      description: 'Of the whole order. Lines have their own',
    }),
    fees: many('salesorderfee', {
      through: {
        table: '(SELECT salesorder_id, id FROM salesorderfee WHERE line_id IS NULL)',
        from: 'salesorder_id',
        to: 'id',
      },
      description: 'Of the whole order. Lines have their own',
    }),
    work: many('work', { on: 'order_id' }),
    picks: many('pick', { through: { table: 'pickline', from: 'order_id', to: 'pick_id', repeats: true } }),
    packs: many('pack', { through: { table: 'packline', from: 'order_id', to: 'pack_id', repeats: true } }),
    ships: many('ship', {
      through: {
        table: ordersOfShips,
        from: 'order_id',
        to: 'ship_id',
      },
    }),
    pickuplines: many('pickupline', {
      through: { table: 'pickupline_order', from: 'order_id', to: 'pickupline_id' },
    }),
    pickups: many('pickup', {
      through: {
        table: `(SELECT DISTINCT pickupline_order.order_id, pickupline.pickup_id FROM pickupline_order
          JOIN pickupline ON pickupline.id = pickupline_order.pickupline_id WHERE pickupline.pickup_id IS NOT NULL)`,
        from: 'order_id',
        to: 'pickup_id',
      },
    }),
    invoices: many('invoice', { on: 'order_id' }),
    bulkrunorders: many('bulkrunorder', { on: 'order_id', description: 'Its outcomes in bulk runs' }),
    documents: many('document', { through: { table: 'document_order', from: 'order_id', to: 'document_id' } }),
  },
});

/** The words that the people who work on an order should read: they are part of the lists of work, and need no right to read orders. */
export const ordernote = resource('ordernote', {
  description: 'The notes of an order and of its rules, for the people who work on it',
  table: `(SELECT o.id, o.number, nullif(o.note, '') AS note, coalesce(o.plan -> 'notes', '[]') AS rule_notes FROM salesorder o
    WHERE coalesce(o.note, '') <> '' OR coalesce(o.plan -> 'notes', '[]') <> '[]')`,
  path: null,
  fields: {
    id: id({ indexed: false, description: 'Id of the order' }),
    number: text({ description: 'Number of the order' }),
    note: text({ nullable: true, description: 'The note of the order' }),
    rule_notes: json({ shape: z.array(z.string()), description: 'The notes of the rules of its plan' }),
  },
});

export const salesorderline = resource(line);

const amount = {
  id: id(),
  salesorder_id: reference('salesorder'),
  line_id: reference('salesorderline', { nullable: true, description: 'Null for an amount of the whole order' }),
};

export const salesorderdiscount = resource('salesorderdiscount', {
  description: 'A discount of an order (flat) or of a line (per unit)',
  path: null,
  fields: {
    ...amount,
    discount_id: reference('discount'),
    amount: decimal({ description: 'The reduction of the total' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const salesorderfee = resource('salesorderfee', {
  description: 'A fee of an order (flat) or of a line (per unit)',
  path: null,
  fields: {
    ...amount,
    fee_id: reference('fee'),
    amount: decimal(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const work = resource('work', {
  description: 'Work for a line: one row for each required step and each part that is handled',
  counted: true,
  fields: {
    id: id(),
    order_id: reference('salesorder'),
    line_id: reference('salesorderline'),
    transactionline_id: reference('salesorderline', { column: 'line_id', description: 'The same as line_id' }),
    task_id: reference('task', { indexed: false }),
    part_id: reference('part', { indexed: false }),
    per_unit: decimal({ description: 'Units of the part for one unit of the line' }),
    stocked: boolean({ description: 'False for a part without stock' }),
    qty: decimal(),
    qty_done: decimal(),
    qty_open: decimal({ sql: (a) => `(${a}.qty - ${a}.qty_done)` }),
    qty_short: decimal({ description: 'For pick work: the quantity that is not reserved yet' }),
  },
  relations: { picklines: many('pickline', { on: 'work_id' }) },
});
