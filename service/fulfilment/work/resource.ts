import { orderStates } from '../../orders/states.ts';
import {
  type FieldDeclaration,
  id,
  integer,
  reference,
  text,
  timestamp,
} from '../../platform/listing/declaration/field.ts';
import { type Resource, resource } from '../../platform/listing/declaration/resource.ts';

type Fields = Readonly<Record<string, FieldDeclaration>>;

/**
 * Returns the fields of a list of work: a pick, a pack or a ship.
 * @param status resource of its states
 * @param own the fields that only this list has
 */
export function workListFields(status: string, own: Fields = {}): Fields {
  return {
    id: id(),
    number: text(),
    site_id: reference('site'),
    status_id: reference(status),
    ...own,
    created_by: reference('user', { nullable: true, relation: 'creator', indexed: false }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  };
}

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
 * The condition that an order `o` has units for a step now, by the column that each order keeps (0017_ready_orders.sql). Only orders
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
      number: text(),
      customer_id: reference('customer', { indexed: false }),
      site_id: reference('site', { indexed: false }),
      priority: integer(),
      issue_date: timestamp({ nullable: true }),
      ...own,
    },
  });
}
