import { z } from 'zod';
import { type FieldDeclaration, id, identifier, integer, json, reference, timestamp } from '../../../records/field.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { type Resource, resource } from '../../platform/listing/declaration/resource.ts';
import { orderStates } from '../../platform/states/states.ts';

type Fields = Readonly<Record<string, FieldDeclaration>>;

/**
 * Returns the fields of a list of work: a pick, a pack or a ship.
 * @param status resource of its states
 * @param own the fields that only this list has
 */
export function workListFields(status: string, own: Fields = {}): Fields {
  return {
    id: id(),
    number: identifier(),
    site_id: reference('site'),
    status_id: reference(status),
    ...own,
    created_by: reference('user', { nullable: true, relation: 'creator', indexed: false }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  };
}

/** SQL of the name of the account `a`, in JSON of a field: the name of the person, or the e-mail address. */
export const accountName = `coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)`;

/** Returns SQL of a time in JSON of a field, as fields have it. */
export const timeText = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;

/**
 * A worker is shown for so long after the last join, as PostgreSQL writes an interval. Many people put a scanner away without a word,
 * and a list that names people who have gone is worse than none.
 */
export const workersStay = '30 minutes';

/** Returns the field of a pick or a pack with the people who work on it. */
export const workersOf = (kind: 'pick' | 'pack'): FieldDeclaration =>
  json({
    sql: (
      list,
    ) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('user_id', a.id, 'name', ${accountName}, 'since', ${timeText('w.since')})
      ORDER BY w.since, a.id), '[]') FROM ${kind}_worker w JOIN account a ON a.id = w.account_id
      WHERE w.${kind}_id = ${list}.id AND w.seen_at > now() - interval '${workersStay}')`,
    shape: z.array(z.object({ user_id: recordId(), name: z.string(), since: z.string() })),
    description: `The people who work on it, in the order in which they joined. Each is shown for ${workersStay} after the last join`,
  });

/** A step's orders with open units. */
interface OpenOrders {
  readonly description: string;
  /** Query in parentheses: rows with the id of the order and the columns of all fields. */
  readonly table: string;
  /** See ResourceDeclaration. */
  readonly byKey?: boolean;
  /** The fields that say what is open. */
  readonly own: Fields;
}

/**
 * The condition that an order `o` has units for a step now, by the column that each order keeps (0016_order_state.sql). Only orders
 * in progress have any, and those have an index. An index that named the column would cost each step more than it saves lists.
 */
export const readyTo = (step: 'pack' | 'ship') => `o.status_id = ${orderStates.id['In Progress']} AND o.to_${step}`;

/** Declares the orders with units that a step can start with, by priority and time of issue. The routes of the step have its address. */
export function openOrdersOf(
  name: `${'pick' | 'pack' | 'ship'}linebyorder`,
  { description, table, byKey = false, own }: OpenOrders,
): Resource {
  return resource(name, {
    description,
    table,
    byKey,
    path: null,
    order: ['priority', 'issue_date', 'id'],
    fields: {
      id: id({ indexed: false, description: 'The same as order_id' }),
      order_id: reference('salesorder', { relation: 'order', indexed: false }),
      number: identifier(),
      customer_id: reference('customer', { indexed: false }),
      site_id: reference('site', { indexed: false }),
      priority: integer(),
      issue_date: timestamp({ nullable: true }),
      ...own,
    },
  });
}
