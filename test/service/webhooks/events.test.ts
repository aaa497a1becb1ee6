import { beforeAll, expect, test } from 'vitest';
import { orderKinds } from '../../../records/sales-order.ts';
import { shownInDeliveries } from '../../../service/platform/events/embedded.ts';
import { eventNames } from '../../../service/platform/events/events.ts';
import { resources } from '../../../service/platform/listing/declaration/registry.ts';
import { testShop } from '../../support/shop.ts';
import { actionConfig, actions, scheduleActions } from '../crash/operations.ts';
import { engineWithSchedules } from '../schedules/stand-in.ts';

/**
 * Runs every operation of users once, with a webhook for every event and a trigger on every table with events. It checks that
 * each change has its event in the same transaction, and the body of the event.
 */

/** Tables of lines and the ledger. Their events belong to the parent record. */
const partsOfOthers = ['pickline', 'inventorymovement'];
/** Records with events only for their start and end. Their own addresses show the progress between. */
const runs = ['bulkrun', 'autowork'];

interface Change {
  tx: string;
  name: string;
  record: number;
  op: 'INSERT' | 'UPDATE' | 'DELETE';
}

interface RecordedEvent {
  tx: string;
  event: string;
  object: string;
  object_id: number;
}

interface Delivery {
  event: string;
  object: string;
  object_id: number;
  body: string;
}

const changes: Change[] = [];
const recordedEvents: RecordedEvent[] = [];
const deliveries: Delivery[] = [];
/** Actions without an event. */
const quiet: string[] = [];
/** Bodies that differ from the answer of `GET` right after the event. */
const different: string[] = [];

const { service, shop } = await testShop({ config: actionConfig, engine: engineWithSchedules() });
beforeAll(async () => {
  const { rows: events } = await service.sql.query<{ id: number; object: string }>(
    'select id, object from event where name = any($1)',
    [eventNames],
  );
  await service.sql.query(`
    create table changed (tx xid8, name text, record bigint, op text);
    create table recorded (tx xid8, event bigint, record bigint);
    create function note_change() returns trigger language plpgsql as $$
    -- A webhook does not tell of its own deliveries.
    -- The state of an order, and whether it can be packed or shipped, follow from records with events of their own, such as an autowork.
    declare left_out text[] := '{updated_at,failing_since,state,step,reason,since,to_pack,to_ship}';
    begin
      if tg_op = 'UPDATE' and to_jsonb(old) - left_out = to_jsonb(new) - left_out then return null; end if;
      -- A carton's event covers its location.
      if tg_argv[0] = 'location' and coalesce(to_jsonb(new), to_jsonb(old)) ->> 'locationtype_id' = '3' then return null; end if;
      -- Orders of several kinds share a table.
      insert into changed values (pg_current_xact_id(), case tg_argv[0]
        when 'salesorder' then coalesce(to_jsonb(new), to_jsonb(old)) ->> 'kind' || 'order' else tg_argv[0] end, case when tg_op = 'DELETE' then old.id else new.id end, tg_op);
      return null;
    end $$;
    create function note_event() returns trigger language plpgsql as $$ begin
      insert into recorded values (pg_current_xact_id(), new.event_id, new.object_id);
      return null;
    end $$;
    create trigger note after insert on event_log for each row execute function note_event();`);
  const objects = new Set(events.map(({ object }) => object.replace(/^(transfer|use)order$/, 'salesorder')));
  for (const name of objects)
    await service.sql.query(
      `create trigger note after insert or update or delete on ${resources.get(name).table}
       for each row execute function note_change('${name}')`,
    );
  for (const { id } of events) await shop.done('/webhook', { url: 'https://shop.example/hook', event_id: id });
  await service.sql.query('truncate changed, recorded');
  let seen = 0;
  for (const [name, action] of Object.entries({ ...actions, ...scheduleActions })) {
    const { method, path, body, headers } = await action(shop, service);
    const { rows: before } = await service.sql.query('select max(id)::bigint as id from event_log');
    const reply = await service.call(method, path, body, headers ?? {});
    expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    const { rows: after } = await service.sql.query('select max(id)::bigint as id from event_log');
    if (after[0].id === before[0].id) quiet.push(name);
    seen = await look(name, seen);
  }
  const noted = await Promise.all([
    service.sql.query<Change>('select tx::text, name, record, op from changed'),
    service.sql.query<RecordedEvent>(
      'select t.tx::text, e.name as event, e.object, t.record as object_id from recorded t join event e on e.id = t.event',
    ),
  ]);
  changes.push(...noted[0].rows);
  recordedEvents.push(...noted[1].rows);
});

/** Members that follow from other records with events of their own, such as an autowork and units to put back. */
const derivedOf: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    orderKinds.map((kind) => [`${kind}order`, { state: null, step: null, reason: null, since: null }]),
  ),
  pick: { put_back: null },
  pack: { put_back: null },
  ship: { put_back: null },
};

/** Takes the deliveries of the last action, and compares the last one of each record with the answer of `GET`. */
async function look(action: string, since: number): Promise<number> {
  const { rows } = await service.sql.query<Delivery & { id: number; event_log_id: string }>(
    `select d.id, e.name as event, e.object, d.object_id, d.body, d.sequence as event_log_id
     from webhookdelivery d join event e on e.id = d.event_id where d.id > $1 and d.sequence > 0 order by d.id`,
    [since],
  );
  deliveries.push(...rows);
  const last = new Map(rows.map((row) => [`${row.object} ${row.object_id}`, row]));
  for (const { event, object, object_id, body } of last.values()) {
    if (event.endsWith('.deleted') || [...partsOfOthers, ...runs].includes(object)) continue;
    const { path } = resources.get(object);
    if (path === null) continue;
    // Deliveries of lists also have their lines, and the orders of the event.
    const related = shownInDeliveries[object] ?? [];
    const shown = await service.call('GET', `${path}/${object_id}?embed=${related.join(',')}`);
    // Some records have no address.
    if (shown.status !== 200) continue;
    const failing = object === 'webhook' ? { failing_since: null } : {};
    const derived = derivedOf[object] ?? {};
    const { order_ids: orderIds, ...record } = JSON.parse(body);
    const named = Array.isArray(orderIds) === related.length > 0;

    // A commit and a transfer change lines, and have no event of their pick.
    const plain = (value: { lines?: unknown[] }) =>
      JSON.stringify({ ...value, ...failing, ...derived, lines: value.lines && value.lines.length > 0 });
    const same = named && plain(shown.body) === plain(record);
    if (!same) different.push(`${event} (${action})`);
  }
  return rows.at(-1)?.id ?? since;
}

test('every operation has an event, except those on sessions, delivery attempts, saved views and preferences', () => {
  expect(quiet.sort()).toEqual(
    [
      // Webhooks would send private views and preferences to others.
      'change a saved view',
      'create a saved view',
      'delete a preference',
      'delete a saved view',
      'set a preference',
      // Later calls store their results.
      'ask a carrier to come',
      'ask a carrier where a carton is',
      'ask a carrier where the goods of a return are',
      'have the label of a return fetched',
      'begin an attempt to deliver',
      'begin an autowork',
      'cancel a resend',
      'end an attempt to deliver',
      'report a first attempt that failed',
      'end an own session',
      'log in',
      'log out',
      'make a sign-in link',
      'sign in by a link',
      // An outage of a carrier has many of them.
      'note a failed attempt to book',
      'resend a logged attempt',
      'send a sample',
      'resend failed deliveries',
      // It records the checked parts.
      'check a part of the records',
      // It changes the epoch of the database, and no record.
      'tell that a side was restored',
    ].sort(),
  );
});

test('each created, changed or deleted record has an event in the same transaction', () => {
  const at = new Map<string, Set<string>>();
  for (const { tx, event, object, object_id } of recordedEvents) {
    const key = `${tx} ${object} ${object_id}`;
    at.set(key, (at.get(key) ?? new Set()).add(event));
  }
  const known = new Set<string>(eventNames);
  const anything = new Set(recordedEvents.map(({ tx }) => tx));
  const silent = new Map<string, number>();
  for (const { tx, name, record, op } of changes) {
    if (op === 'UPDATE' && runs.includes(name)) continue;
    const events = at.get(`${tx} ${name} ${record}`) ?? new Set();
    const wanted = { INSERT: `${name}.created`, DELETE: `${name}.deleted`, UPDATE: '' }[op];
    const right = partsOfOthers.includes(name)
      ? anything.has(tx)
      : wanted !== '' && known.has(wanted)
        ? events.has(wanted)
        : events.size > 0;
    if (!right) silent.set(`${op} ${name}`, (silent.get(`${op} ${name}`) ?? 0) + 1);
  }
  expect(changes.length).toBeGreaterThan(500);
  expect(Object.fromEntries(silent)).toEqual({});
});

test('every event of the catalogue happens', () => {
  const recordEvent = new Set(recordedEvents.map(({ event }) => event));
  const own = eventNames.filter((name) => ofSales(name) === name);
  expect(own.filter((name) => !recordEvent.has(name))).toEqual([]);
});

test('the body of an event equals the answer of GET right after it', () => {
  expect(deliveries.length).toBeGreaterThan(500);
  expect(different).toEqual([]);
});

test('the body of a deletion is the object before it', () => {
  const deleted = deliveries.filter(({ event }) => event.endsWith('.deleted'));
  expect(new Set(deleted.map(({ event }) => event))).toEqual(
    new Set(eventNames.filter((name) => name.endsWith('.deleted'))),
  );
  const seen = new Map<string, string[]>();
  for (const { object, object_id, event, body } of deliveries) {
    const key = `${object} ${object_id}`;
    if (event.endsWith('.deleted') && seen.has(key)) {
      const before = JSON.parse(seen.get(key)!.at(-1)!);
      expect({ ...JSON.parse(body), updated_at: before.updated_at }, `${event} ${object_id}`).toEqual(before);
    }
    seen.set(key, [...(seen.get(key) ?? []), body]);
  }
});

test('the example of each event has the shape of its bodies', async () => {
  const examples = new Map<string, Record<string, unknown>>();
  for await (const { name, object, example } of service.client.event.each()) {
    expect(object).not.toBe('');
    examples.set(name, example as Record<string, unknown>);
  }
  expect(eventNames.filter((name) => Object.keys(examples.get(name) ?? {}).length < 3)).toEqual([]);
  const faults = new Set<string>();
  for (const { event, body } of deliveries) {
    const example = examples.get(event)!;
    const real = JSON.parse(body) as Record<string, unknown>;
    if (Object.keys(real).join() !== Object.keys(example).join()) faults.add(`${event}: ${Object.keys(real)}`);
    for (const [name, value] of Object.entries(real)) {
      const shown = example[name];
      if (value !== null && shown !== null && kindOf(value) !== kindOf(shown))
        faults.add(`${event}.${name}: ${JSON.stringify(shown)} is none of ${JSON.stringify(value)}`);
    }
  }
  expect([...faults]).toEqual([]);
});

test('an example shows a state that follows from its event', async () => {
  const states = new Map<string, Set<unknown>>();
  for (const { event, body } of deliveries) {
    const { status_id } = JSON.parse(body);
    const name = ofSales(event);
    if (status_id !== undefined) states.set(name, (states.get(name) ?? new Set()).add(status_id));
  }
  expect(states.size).toBeGreaterThan(30);
  for await (const { name, example } of service.client.event.each()) {
    const seen = states.get(ofSales(name));
    if (seen && !name.endsWith('.deleted'))
      expect([...seen], name).toContain((example as { status_id: number }).status_id);
  }
});

/** Orders of other kinds have the events of sales orders. */
const ofSales = (event: string) => event.replace(/^(transfer|use)order\./, 'salesorder.');

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
