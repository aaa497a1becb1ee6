import { sql } from 'kysely';
import { kindsOfOrders } from './orders/resource.ts';
import type { Database } from './platform/database/database.ts';
import { shownInDeliveries, withOrders } from './platform/events/embedded.ts';
import { resources } from './platform/listing/declaration/registry.ts';
import { recordExample } from './platform/openapi/examples.ts';
import {
  bulkRunStates,
  cartonStates,
  countStates,
  orderStates,
  packStates,
  pickStates,
  receiptStates,
  returnOrderStates,
  shipStates,
} from './platform/states/states.ts';

const exampleTime = '2026-04-23T22:54:28+00:00';

/** A return has a label from its authorisation on. */
const labelled = { status_id: returnOrderStates.id.Authorised, authorised_at: exampleTime };

/** The fields in which a record after the event differs from the usual example of the record. */
const afterEvent: Readonly<Record<string, object>> = {
  'salesorder.created': { status_id: orderStates.id.Draft, issue_date: null },
  'salesorder.modified': { status_id: orderStates.id.Draft, issue_date: null },
  'salesorder.issuerequested': {
    status_id: orderStates.id.Draft,
    issue_requested_at: exampleTime,
    issue_date: null,
  },
  'salesorder.deleted': { status_id: orderStates.id.Draft, issue_date: null },
  'salesorder.unissued': { status_id: orderStates.id.Draft, issue_date: null },
  'salesorder.held': { held_at: exampleTime, hold_reason: 'Credit check' },
  'salesorder.started': { status_id: orderStates.id['In Progress'] },
  'salesorder.reopened': { status_id: orderStates.id['In Progress'] },
  'salesorder.fulfilled': { status_id: orderStates.id.Fulfilled, fulfilled_at: exampleTime },
  'salesorder.closedshort': { status_id: orderStates.id['Closed Short'] },
  'salesorder.voided': { status_id: orderStates.id.Void },
  'pick.finished': { status_id: pickStates.id.Finished, finished_at: exampleTime, workers: [] },
  'pick.reopened': { status_id: pickStates.id.Open, finished_at: null },
  'pick.voided': { status_id: pickStates.id.Void, workers: [] },
  'pickline.counted': { qty_committed: 0, qty_counted: 1, finished: false },
  'pickline.uncommitted': { qty_committed: 0, finished: false },
  'pack.finished': { status_id: packStates.id.Finished, finished_at: exampleTime, workers: [] },
  'pack.voided': { status_id: packStates.id.Void, workers: [] },
  'carton.closed': { status_id: cartonStates.id.Closed },
  'carton.voided': { status_id: cartonStates.id.Void },
  'carton.locked': { status_id: cartonStates.id.Locked },
  'ship.finished': { status_id: shipStates.id.Finished, finished_at: exampleTime },
  'ship.voided': { status_id: shipStates.id.Void },
  'booking.canceled': { state: 'canceled', refund: 7 },
  'booking.printed': { state: 'booked' },
  'booking.refused': { state: 'refused', problem: 'The parcel is on its way.' },
  'count.approved': { status_id: countStates.id.Approved, approved_by: 2, approved_at: exampleTime },
  'count.canceled': { status_id: countStates.id.Canceled },
  'receipt.received': { status_id: receiptStates.id.Receiving },
  'receipt.closed': { status_id: receiptStates.id.Closed, closed_at: exampleTime },
  'receipt.canceled': { status_id: receiptStates.id.Canceled },
  'returnorder.created': { status_id: returnOrderStates.id.Requested, authorised_at: null },
  'returnorder.modified': { status_id: returnOrderStates.id.Requested, authorised_at: null },
  'returnorder.deleted': { status_id: returnOrderStates.id.Requested, authorised_at: null },
  'returnorder.authorised': labelled,
  'returnorder.refused': { status_id: returnOrderStates.id.Refused, decision: 'Too late', ended_at: exampleTime },
  'returnorder.canceled': { status_id: returnOrderStates.id.Canceled, decision: 'Lost', ended_at: exampleTime },
  'returnorder.received': { status_id: returnOrderStates.id.Received, received_at: exampleTime },
  'returnorder.inspected': { status_id: returnOrderStates.id.Inspected, inspected_at: exampleTime },
  'returnorder.exchanged': { exchange_id: 3 },
  'returnorder.labelrequested': { ...labelled, label_due: true, tracking_number: null, label_url: null },
  'returnorder.labelled': labelled,
  'returnorder.labelfailed': {
    ...{ ...labelled, label_due: false, label_problem: 'Parcel Post: The address is unknown.' },
    ...{ tracking_number: null, label_url: null },
  },
  'returnorder.labelvoided': { ...labelled, tracking_number: null, label_url: null },
  'returnorder.closed': { status_id: returnOrderStates.id.Closed, credit_id: 2, ended_at: exampleTime },
  'bulkrun.paused': { status_id: bulkRunStates.id.Paused },
  'bulkrun.canceled': { status_id: bulkRunStates.id.Canceled },
  'bulkrun.finished': { status_id: bulkRunStates.id.Done },
  'webhook.switchedoff': {
    active: false,
    failing_since: exampleTime,
    switched_off_at: exampleTime,
    switched_off_why: 'The target answered 410: it is gone.',
  },
};

/** Returns an example of a delivery of the event: the record as `GET` would return it, with its lines and orders. */
export function eventExample(event: string, object: string): object {
  // Most events of orders happen after the issue.
  const isOrder = kindsOfOrders.some(({ order }) => order.name === object);
  const usual = isOrder ? { status_id: orderStates.id.Issued, issue_requested_at: null } : {};
  const resource = resources.get(object);
  const related = (shownInDeliveries[object] ?? []).map((name) => {
    const target = resource.relations.get(name)?.target;
    return [name, target ? [recordExample(target)] : []] as const;
  });
  const record = {
    ...recordExample(resource),
    ...usual,
    ...afterEvent[isOrder ? event.replace(object, 'salesorder') : event],
    ...Object.fromEntries(related),
  };
  return JSON.parse(withOrders(object, JSON.stringify(record), [1]));
}

/** Writes the examples of `/event`. Each start calls it, because the migrations do not know the fields of the records. */
export async function ensureEventExamples(database: Database): Promise<void> {
  const rows = await database.kysely.selectFrom('event').select(['id', 'name', 'object']).execute();
  // A newer service on the same database may have records that this version does not know.
  const known = new Set([...resources.all()].map(({ name }) => name));
  const examples = rows
    .filter(({ object }) => known.has(object))
    .map(({ id, name, object }) => ({ id, example: eventExample(name, object) }));
  await sql`
    -- Updates the examples that differ from those of this version.
    update event e set example = x.example
    from json_to_recordset(${JSON.stringify(examples)}::json) as x(id bigint, example json)
    where e.id = x.id and e.example::text <> x.example::text`.execute(database.kysely);
}
