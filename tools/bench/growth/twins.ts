import pg from 'pg';

/** Tables that are copied at once: a processor each. */
const atOnce = 2;
/** Orders of a batch. Partitions of tables are made between batches. */
const batch = 20_000;

/**
 * Copies the orders of a database many times: every row of an order, with ids of its own. The copies ended in the
 * months before. Copying goes around triggers, so it counts the rows again at the end. A crash of the machine would
 * lose the data during the copying.
 */
export async function makeTwins(
  databaseUrl: string,
  { orders, months, onBatch }: { orders: number; months: number; onBatch: () => Promise<void> },
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: atOnce }, () => openClient(databaseUrl)));
  const [client] = clients as [pg.Client];
  try {
    await setDurable(client, false);
    const made = await numberOf(client, 'select count(*) as n from salesorder');
    const steps = await stepsOf(client);
    const copies = Math.ceil(orders / made);
    const copiesOfBatch = Math.max(1, Math.floor(batch / made));
    const columnsBy = new Map<string, string[]>();
    for (const table of tables) columnsBy.set(table, await columnsOf(client, table));
    await client.query(`create table twin_base as select 'base'::text as name where false`);
    for (let from = 1; from <= copies; from += copiesOfBatch) {
      const to = Math.min(copies, from + copiesOfBatch - 1);
      const waiting = [...tables];
      const copy = async (own: pg.Client) => {
        for (let table = waiting.shift(); table; table = waiting.shift())
          await own.query(copySql(table, columnsBy.get(table) ?? [], steps, { from, to, copies, months }));
      };
      await Promise.all(clients.map(copy));
      await raiseSequences(client);
      await onBatch();
      if (from % (copiesOfBatch * 10) === 1) console.log(`  ${(to * made).toLocaleString('en')} orders`);
    }
    await client.query('drop table twin_base');
    await balance(client, steps);
    await raiseSequences(client);
    for (const table of counted) await client.query(`call tally_recount('${table}')`);
    await client.query('vacuum analyze');
    await setDurable(client, true);
  } finally {
    for (const own of clients) await own.end();
  }
}

async function openClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
  );
  return client;
}

/** Switches writes on that survive a crash of the machine, or off. */
async function setDurable(client: pg.Client, isDurable: boolean): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes'])
    await client.query(isDurable ? `alter system reset ${setting}` : `alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  if (isDurable) await client.query('checkpoint');
}

/** Lets the sequences go on after the copies, so that partitions are made as in an installation that grows. */
async function raiseSequences(client: pg.Client): Promise<void> {
  for (const table of tables)
    await client
      .query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table])
      .catch(() => undefined);
}

/** The copied tables, the largest first. Ids of a table are in steps of its greatest id, so that those of copies never meet. */
const tables = [
  ...['event_log', 'work', 'inventorymovement', 'salesorder', 'carton', 'salesorderline', 'pickline', 'packline'],
  ...['inventory', 'reservation', 'invoiceline', 'location', 'shipline', 'pickupline', 'pickupline_order', 'invoice'],
  ...['ship', 'pickup', 'pick', 'pack'],
];

const counted = [
  ...['salesorder', 'salesorderline', 'work', 'pick', 'pickline', 'pack', 'packline', 'carton', 'location', 'ship'],
  ...['shipline', 'pickup', 'pickupline', 'invoice', 'inventory', 'inventorymovement'],
];

/** The table that a column leads to. */
const leads: Readonly<Record<string, string>> = {
  order_id: 'salesorder',
  salesorder_id: 'salesorder',
  line_id: 'salesorderline',
  work_id: 'work',
  pick_id: 'pick',
  pickline_id: 'pickline',
  pack_id: 'pack',
  carton_id: 'carton',
  ship_id: 'ship',
  pickup_id: 'pickup',
  pickupline_id: 'pickupline',
  invoice_id: 'invoice',
};

type Steps = ReadonlyMap<string, number>;

async function numberOf(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(text);
  return Number(rows[0]?.n);
}

async function stepsOf(client: pg.Client): Promise<Steps> {
  const steps = new Map<string, number>();
  for (const table of tables) {
    const column = table === 'pickupline_order' ? 'order_id' : 'id';
    steps.set(table, await numberOf(client, `select coalesce(max(${column}), 0) as n from ${table}`));
  }
  return steps;
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

interface Copies {
  readonly from: number;
  readonly to: number;
  /** The number of all copies, which are spread over the months. */
  readonly copies: number;
  readonly months: number;
}

function copySql(
  table: string,
  columns: readonly string[],
  steps: Steps,
  { from, to, copies, months }: Copies,
): string {
  const step = (of: string) => steps.get(of) ?? 0;
  // Copy 1 ended first. The last copies ended yesterday.
  const ago = `((${copies} + 1 - k) * interval '${months} months' / ${copies} + interval '1 day')`;
  const isCarton = (location: string) =>
    `exists (select from location l where l.id = ${location} and l.locationtype_id = 3)`;
  const value = (column: string): string => {
    const own = `t.${column}`;
    if (column === 'id') return `${own} + k * ${step(table)}`;
    if (column === 'number' && table === 'salesorder') return `${own} || '-' || k`;
    if (column === 'location_id' && table !== 'pickline') return `${own} + k * ${step('location')}`;
    if (/_location_id$/.test(column))
      return `case when ${isCarton(own)} then ${own} + k * ${step('location')} else ${own} end`;
    if (column === 'inventory_id') return `${own} + k * ${step('inventory')}`;
    if (column === 'order_ids') return `array(select o + k * ${step('salesorder')} from unnest(${own}) o)`;
    if (column === 'object_id') return objectSql(steps);
    if (
      [
        'created_at',
        'updated_at',
        'at',
        'since',
        'issue_date',
        'fulfilled_at',
        'finished_at',
        'picked_up_at',
        'closed_at',
      ].includes(column)
    )
      return `${own} - ${ago}`;
    const target = leads[column];
    return target ? `${own} + k * ${step(target)}` : own;
  };
  const identity = columns.includes('id') ? 'overriding system value' : '';
  return `insert into ${table} (${columns.join(', ')}) ${identity}
    select ${columns.map(value).join(', ')} from ${table} t cross join generate_series(${from}, ${to}) k where ${ownRows(table, step)}`;
}

/** The rows of the first orders, which the copies are made of. Stock and its places are not copied. */
function ownRows(table: string, step: (of: string) => number): string {
  const cartonPlaces = `(select c.location_id from carton c where c.id <= ${step('carton')})`;
  if (table === 'location') return `t.id in ${cartonPlaces}`;
  if (table === 'inventory') return `t.location_id in ${cartonPlaces}`;
  if (table === 'inventorymovement') return `t.id <= ${step(table)} and t.order_id is not null`;
  if (table === 'event_log') return `t.id <= ${step(table)} and t.order_ids <> '{}'`;
  if (table === 'pickupline_order') return `t.order_id <= ${step('salesorder')}`;
  return `t.id <= ${step(table)}`;
}

function objectSql(steps: Steps): string {
  const objects = ['salesorder', 'pick', 'pickline', 'pack', 'carton', 'ship', 'pickup', 'invoice'];
  const cases = objects.map((name) => `when '${name}' then ${steps.get(name) ?? 0}`);
  return `t.object_id + k * case (select e.object from event e where e.id = t.event_id) ${cases.join(' ')} else 0 end`;
}

/** Adds what the copies took out of storage, as goods that were received before, so that every quantity is the sum of its movements. */
async function balance(client: pg.Client, steps: Steps): Promise<void> {
  await client.query(`
    insert into inventorymovement (site_id, part_id, to_location_id, lot, serial, qty, reason, created_at)
    select min(m.site_id), m.part_id, m.from_location_id, m.lot, m.serial, sum(m.qty), 'received', (select min(created_at) from inventorymovement)
    from inventorymovement m join location l on l.id = m.from_location_id and l.locationtype_id = 1
    where m.id > ${steps.get('inventorymovement') ?? 0} and m.order_id is not null group by m.part_id, m.from_location_id, m.lot, m.serial`);
}
