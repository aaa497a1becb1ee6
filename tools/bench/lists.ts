import { parseArgs } from 'node:util';
import { dryRuns, mostSeconds } from './lists/dry-runs.ts';
import { headline, kinds } from './lists/kinds.ts';
import { Meter, postgresPid } from './lists/measure.ts';
import { withListService } from './support/list-service.ts';

/** The target for each list, in milliseconds. */
const mostMilliseconds = 10;

/**
 * Lists over 200,000 orders and 800,000 lines: first the one that the project is held to, then every documented kind. At last dry runs
 * of bulk runs over all orders.
 * `npm run bench -- lists [--only TEXT] [--keep FOLDER | --url postgresql://…] [--port 7760]`
 * `--only headline` is the first alone, and `--only dry-runs` the dry runs. With `--keep` the database is made once in that folder; with `--url` it is in a PostgreSQL of
 * one's own on this machine.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      keep: { type: 'string' },
      url: { type: 'string' },
      port: { type: 'string', default: '7760' },
    },
  });
  const service = { port: Number(values.port), keep: values.keep, databaseUrl: values.url };
  await withListService(service, async ({ url, databaseUrl, adminKey, pid, known }) => {
    const meter = new Meter(url, adminKey, { service: pid, postgres: await postgresPid(databaseUrl) });
    console.log('200,000 orders, 800,000 lines; CPU milliseconds a request with 16 connections\n');
    if (!values.only || values.only === 'headline') await measureHeadline(meter, headline(known));
    const all = kinds(known, await plainLists(meter));
    await measureKinds(meter, all, values.only);
    if (!values.only || values.only === 'dry-runs') await measureDryRuns(meter);
    await meter.close();
  });
}

/** Measures three times five seconds. Other programs can only slow a round down, so the best round is the most accurate. */
async function measureHeadline(meter: Meter, address: string): Promise<void> {
  const page = JSON.parse(await meter.text(address));
  console.log(`100 of a customer's ${page.total} orders with customer and lines.part, and the total: ${address}`);
  await meter.together(address, 3);
  for (let round = 0; round < 3; round++) {
    const { service, postgres, all, perSecond } = await meter.together(address, 5);
    console.log(
      `  service ${service.toFixed(2)} + PostgreSQL ${postgres.toFixed(2)} = ${all.toFixed(2)} ms, ${perSecond.toFixed(0)} requests/s`,
    );
  }
  console.log(`  one after another: ${(await meter.alone(address)).toFixed(1)} ms`);
}

/** Measures each dry run from the request to the answer, and the wait of other calls during it. */
async function measureDryRuns(meter: Meter): Promise<void> {
  console.log(`\nDry runs over all orders\n${columns(['seconds', 'others, ms', 'planned', 'total'])}`);
  const slow: string[] = [];
  for (const { action, options } of dryRuns) {
    const body = { action, select: 'id > 0', options, dry_run: true };
    await meter.send('/bulkrun', body);
    const { seconds, longestWait, answer } = await meter.sendBeside('/bulkrun', body);
    const { planned, total } = answer as { planned: number; total: number };
    if (seconds > mostSeconds) slow.push(action);
    console.log(`${columns([seconds.toFixed(2), longestWait.toFixed(0), planned, total])}   ${action}`);
  }
  console.log(
    slow.length === 0 ? `None takes more than ${mostSeconds} s.` : `More than ${mostSeconds} s: ${slow.join(', ')}`,
  );
}

async function measureKinds(meter: Meter, all: ReturnType<typeof kinds>, only: string | undefined): Promise<void> {
  const slow: string[] = [];
  for (const [group, addresses] of all) {
    const wanted = addresses.filter((address) => !only || group === only || address.includes(only));
    if (wanted.length === 0) continue;
    console.log(`\n${group}\n${columns(['service', 'PostgreSQL', 'all', 'alone, ms', 'requests/s', 'total'])}`);
    for (const address of wanted) {
      const { total } = JSON.parse(await meter.text(address));
      const alone = await meter.alone(address);
      const { service, postgres, all, perSecond } = await meter.together(address, 0.7);
      const over = all > mostMilliseconds;
      if (over) slow.push(`${all.toFixed(0)} ms ${address}`);
      const figures = [service, postgres, all].map((figure) => figure.toFixed(2));
      console.log(
        `${columns([...figures, alone.toFixed(1), perSecond.toFixed(0), total ?? ''])} ${over ? '!' : ' '} ${address}`,
      );
    }
  }
  console.log(
    slow.length === 0
      ? `\nNone takes more than ${mostMilliseconds} ms.`
      : `\nMore than ${mostMilliseconds} ms:\n  ${slow.join('\n  ')}`,
  );
}

/** Returns the documented lists whose path has no parameter. */
async function plainLists(meter: Meter): Promise<string[]> {
  const { paths } = JSON.parse(await meter.text('/openapi.json')) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  };
  return Object.entries(paths)
    .filter(([path, { get }]) => !path.includes('{') && get?.parameters?.some(({ name }) => name === 'perPage'))
    .map(([path]) => path);
}

const columns = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(10)).join(' ');
