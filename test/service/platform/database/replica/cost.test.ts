import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../support/database.ts';
import { startReplicatedPostgres } from '../../../../support/replication/standby.ts';
import { openShop } from '../../../../support/shop.ts';
import { startTestService, type TestService } from '../../../../support/test-service.ts';
import { untilEnd } from '../../../../support/until-end.ts';

/** Cost of reads for the primary, with and without a replica. */

const reads = Number(process.env.CONVEYOR_REPLICA_READS ?? 150);
const callers = 4;
/** A count of all orders, a page of a hundred orders, and one order. */
const paths = [
  '/salesorder/summary',
  '/salesorder?perPage=100&sort=-id&embed=customer,lines.part',
  '/salesorder?number=COPY-17',
];

const postgres = await untilEnd(startReplicatedPostgres());
const data = await untilEnd(testDatabase({ server: postgres.url }));
const alone = await untilEnd(startTestService({ data, database: { connections: 8 } }));
const shop = await openShop(alone);
const id = await shop.issued([{ part_id: await shop.part({}, 10), qty: 1, unit_price: 1 }]);
await copies(id, 20_000);
const standby = await postgres.addStandby();
const url = new URL(standby.url);
url.pathname = new URL(data.url).pathname;
const replicated = await untilEnd(startTestService({ data, database: { connections: 8, replica: { url: url.href } } }));

/** Makes further orders out of one, without the work of an issue. */
async function copies(id: number, count: number): Promise<void> {
  const { rows } = await data.pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'salesorder' and is_generated = 'NEVER' and column_name not in ('id', 'number')`,
  );
  const { names } = rows[0]!;
  await data.pool.query(
    `insert into salesorder (number, ${names}) select 'COPY-' || n, ${names} from salesorder, generate_series(1, ${count}) n where id = ${id}`,
  );
  await data.pool.query('analyze salesorder');
}

/** Milliseconds of CPU that the processes of a server have used. */
async function processorTime(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ parent: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as parent`,
  );
  await client.end();
  const parent = rows[0]!.parent;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
      // The second field is the parent. The others are the times of the process, and of its children that have ended.
      const [own, ended] = [fields.slice(11, 13), fields.slice(13, 15)];
      if (pid === parent) ticks += sum([...own, ...ended]);
      else if (String(fields[1]) === parent) ticks += sum(own);
    } catch {
      // The process has ended.
    }
  }
  return ticks * 10;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

interface Cost {
  /** Milliseconds of CPU for a read. */
  readonly primary: number;
  readonly replica: number;
  readonly readsPerSecond: number;
}

async function costOf(service: TestService, path: string): Promise<Cost> {
  for (let round = 0; round < 10; round++) await service.call('GET', path);
  const before = [await processorTime(postgres.url), await processorTime(standby.url)] as const;
  const from = performance.now();
  let left = reads;
  const caller = async () => {
    while (left-- > 0) expect((await service.call('GET', path)).status).toBe(200);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - from) / 1_000;
  const after = [await processorTime(postgres.url), await processorTime(standby.url)] as const;
  return {
    primary: (after[0] - before[0]) / reads,
    replica: (after[1] - before[1]) / reads,
    readsPerSecond: reads / seconds,
  };
}

test.for(paths)('GET %s on the replica costs the primary less', { timeout: 120_000 }, async (path, { skip }) => {
  if (process.platform !== 'linux') return skip('The processor time of other processes is read from /proc.');
  const own = await costOf(alone, path);
  const before = replicated.database.replica!.served;
  const there = await costOf(replicated, path);
  if (process.env.PRINT_FIGURES) {
    const figures = ({ primary, replica, readsPerSecond }: Cost) =>
      `${readsPerSecond.toFixed(0)} reads/s, ${primary.toFixed(2)} ms of the primary and ${replica.toFixed(2)} ms of the replica for a read`;
    console.log(`${path}\nwithout a replica: ${figures(own)}\nwith a replica: ${figures(there)}`);
  }
  if (path === paths[0]) expect(there.primary).toBeLessThan(own.primary / 3);
  expect(there.primary).toBeLessThan(own.primary + 0.5);
  expect(replicated.database.replica!.served - before).toBeGreaterThan(reads * 0.8);
});
