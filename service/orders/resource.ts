import { z } from 'zod';
import { id, json, text, timestamp } from '../../records/field.ts';
import * as records from '../../records/order-kinds.ts';
import {
  salesorderdiscount as discount,
  salesorderfee as fee,
  salesorderline as line,
  type OrderKind,
  salesorder as order,
  salesordertax as tax,
} from '../../records/sales-order.ts';
import { progressStates } from '../../records/states/order.ts';
import { work as declaredWork } from '../../records/work.ts';
import { type Resource, resource } from '../platform/listing/declaration/resource.ts';
import { notOver } from '../platform/states/open.ts';

const attentionShape = z
  .looseObject({ step: z.string(), code: z.string(), detail: z.string(), since: z.string() })
  .nullable();

/** All values but `done` are of orders that are not over. */
const ofOpenOrders = (alias: string, values: readonly string[]) =>
  values.some((value) => value.toLowerCase() === 'done') ? null : `${alias}.status_id IN (${notOver.join(', ')})`;

/** The fields of the progress of an order, of each kind. */
const progress = {
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
};

const { issue_date, created_at, updated_at, ...entered } = order.fields;
const moments = { issue_date, fulfilled_at: timestamp({ nullable: true }), created_at, updated_at };
const { transferorder: transfer, useorder: use } = records;

export const salesorder = resource({ ...order, fields: { ...entered, ...progress, ...moments } });
export const transferorder = resource({ ...transfer, fields: { ...transfer.fields, ...progress, ...moments } });
export const transferorderline = resource(records.transferorderline);
export const useorder = resource({ ...use, fields: { ...use.fields, ...progress, ...moments } });
export const useorderline = resource(records.useorderline);

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
export const salesorderdiscount = resource(discount);
export const salesorderfee = resource(fee);
export const salesordertax = resource(tax);
export const work = resource(declaredWork);

/** A kind of order: the records that callers see of its rows. */
export interface KindOfOrder {
  readonly kind: OrderKind;
  readonly order: Resource;
  readonly line: Resource;
}

export const kindsOfOrders: readonly KindOfOrder[] = [
  { kind: 'sales', order: salesorder, line: salesorderline },
  { kind: 'transfer', order: transferorder, line: transferorderline },
  { kind: 'use', order: useorder, line: useorderline },
];

/** Returns endpoints of a kind of orders. The summaries of those of another kind than sales orders say the kind. */
export const ofKind = <One extends { readonly summary: string }>(
  { kind }: KindOfOrder,
  endpoints: readonly One[],
): One[] => endpoints.map((one) => ({ ...one, summary: kind === 'sales' ? one.summary : inKind(one.summary, kind) }));

const inKind = (summary: string, kind: OrderKind): string =>
  summary
    .replace(/\ban (?:(issued|open) )?order\b/, (_, state) => `${state ? `an ${state}` : 'a'} ${kind} order`)
    .replace(/\bthe orders\b/, `the ${kind} orders`);
