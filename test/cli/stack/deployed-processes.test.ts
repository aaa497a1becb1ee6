import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../cli/stack/ports.ts';
import { projectRoot } from '../../../config/root.ts';
import { manifestsOf, type Pod, podsOf, renderedFile } from '../../deploy/support/chart.ts';
import { composeServices } from '../../deploy/support/compose.ts';
import { type Program, type RunningProgram, runCommand, startProgram } from '../../deploy/support/program.ts';
import { emptyDatabase, type TestDatabase } from '../../support/database.ts';
import { until } from '../../support/stack.ts';
import { OwnTemporal } from '../../workflows/support/own-temporal.ts';

// The programs of the chart and of the compose file as processes of this machine, with their arguments and environment. Only
// addresses and ports are others. Then the first order of the README, by its commands.

const keys = { admin: 'cvy_deployed_admin', engine: 'cvy_deployed_engine' };
const asAdmin = { headers: { authorization: `Basic ${btoa(`${keys.admin}:`)}` } };
const labels = mkdtempSync(join(tmpdir(), 'conveyor-labels-'));
let database: TestDatabase;
let url: string;
const running: RunningProgram[] = [];
const temporal = await OwnTemporal.start();
beforeEach(async () => {
  database = await emptyDatabase();
  url = `http://127.0.0.1:${await freePort()}`;
});
afterEach(async () => {
  for (const program of running.splice(0)) program.kill();
  await database.drop();
});
afterAll(async () => {
  await temporal.remove();
  rmSync(labels, { recursive: true, force: true });
});

test('the programs of the rendered chart take an order from its creation to its end', async () => {
  const pods = podsOf(manifestsOf(readFileSync(renderedFile('minimal'), 'utf8')));
  const secrets: Record<string, string> = {
    'conveyor-db-app/uri': database.url,
    'conveyor-keys/admin-key': keys.admin,
    'conveyor-keys/engine-key': keys.engine,
  };
  const program = (owner: string) => moved(ofPod(pods.find((pod) => pod.owner === owner)!, secrets));
  await migrate(await program('shop-conveyor-migrate'));
  const service = await start(await program('shop-conveyor'), '/readyz');
  const workers = [];
  for (const role of ['engine', 'webhooks', 'bulk'])
    workers.push(await start(await program(`shop-conveyor-${role}`), '/readyz'));
  await command(['import', '--map', 'cli/sample/map.yaml', 'cli/sample/data']);
  await walk();
  // A worker of each role polls its queues; the rates of two carriers ask for roles that these values do not have.
  const { workers: queues } = await (await fetch(`${url}/status`, asAdmin)).json();
  const without = queues.filter(({ problem }: { problem: string | null }) => problem !== null);
  expect(without.map(({ queue }: { queue: string }) => queue)).toEqual(['carrier/Speedy Express']);
  for (const each of [...workers, service]) expect(await each.stop(), each.output()).toBe(0);
});

test('the programs of the compose file load the sample, and take an order from its creation to its end', async () => {
  const services = composeServices({
    CONVEYOR_DATABASE_PASSWORD: 'none',
    TEMPORAL_DATABASE_PASSWORD: 'none',
    CONVEYOR_ADMIN_KEY: keys.admin,
    CONVEYOR_ENGINE_KEY: keys.engine,
  });
  const carrier = await freePort();
  const program = async (name: string): Promise<Program> => {
    const { command: args, environment = {} } = services[name];
    const shared = environment.CONVEYOR_STAND_IN_CARRIER_URL && {
      CONVEYOR_STAND_IN_CARRIER_URL: `http://127.0.0.1:${carrier}`,
    };
    return moved({ name, args, env: { ...environment, ...shared } });
  };
  await migrate(await program('migrate'));
  const service = await start(await program('service'), '/readyz');
  const worker = await start(await program('worker'), '/readyz');
  const { args, ...standIn } = await program('stand-in-carrier');
  const places: Record<string, string> = { '/labels': labels, '0.0.0.0': '127.0.0.1', '7430': String(carrier) };
  const shop = startProgram({ ...standIn, args: args.map((arg) => places[arg] ?? arg) });
  running.push(shop);
  const sample = startProgram(await program('sample'));
  running.push(sample);
  expect(await sample.ended, sample.output()).toBe(0);
  expect(sample.output()).toMatch(/S-1001 .*fulfilled/);
  expect(sample.output()).toContain('commands that move it: conveyor order show S-1012');
  await walk();
  const { state, problems } = await (await fetch(`${url}/status`, asAdmin)).json();
  expect({ state, problems }).toEqual({ state: 'ok', problems: [] });
  for (const each of [shop, worker, service]) expect(await each.stop(), each.output()).toBe(0);
});

function ofPod({ owner, container }: Pod, secrets: Readonly<Record<string, string>>): Program {
  const env = Object.fromEntries(
    // biome-ignore lint/suspicious/noExplicitAny: the two shapes of a variable in a manifest
    container.env.map(({ name, value, valueFrom }: any) => {
      const { name: secret, key } = valueFrom?.secretKeyRef ?? {};
      const given = value ?? secrets[`${secret}/${key}`];
      if (given === undefined) throw new Error(`${owner}: there is no secret ${secret} with ${key}`);
      return [name, given];
    }),
  );
  return { name: owner, args: container.args, env };
}

/** Gives a program addresses of this machine instead of a container's. Other variables are not changed. */
async function moved(program: Program): Promise<Program> {
  const places: Record<string, string> = {
    CONVEYOR_DATABASE_URL: database.url,
    CONVEYOR_HOST: '127.0.0.1',
    CONVEYOR_PORT: new URL(url).port,
    CONVEYOR_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    CONVEYOR_WORKER_HEALTH: `127.0.0.1:${await freePort()}`,
    CONVEYOR_METRICS: `127.0.0.1:${await freePort()}`,
    CONVEYOR_WORKER_METRICS: `127.0.0.1:${await freePort()}`,
  };
  const names = Object.keys(program.env);
  const own = Object.fromEntries(names.flatMap((name) => (places[name] ? [[name, places[name]]] : [])));
  return { ...program, env: { ...program.env, ...own } };
}

async function migrate(job: Program): Promise<void> {
  expect(job.args).toEqual(['migrate']);
  const { ended, output } = startProgram(job);
  expect(await ended, output()).toBe(0);
  const { rows } = await database.pool.query('select count(*)::int as files from migration');
  expect(rows[0].files).toBeGreaterThan(10);
}

/** Starts a program and waits until its address of readiness answers, as the probes do. */
async function start(program: Program, path: string): Promise<RunningProgram> {
  const started = startProgram(program);
  running.push(started);
  const address = program.env.CONVEYOR_WORKER_HEALTH ? `http://${program.env.CONVEYOR_WORKER_HEALTH}` : url;
  const isReady = async () => (await fetch(address + path).catch(() => null))?.status === 200;
  await until(isReady, 60_000);
  expect(await isReady(), started.output()).toBe(true);
  return started;
}

const command = (args: readonly string[]) => runCommand(args, { CONVEYOR_URL: url, CONVEYOR_API_KEY: keys.admin });

/** Runs the commands of the section "A first order" of the README. */
async function walk(): Promise<void> {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('## A first order\n');
  const lines = section.split('\n## ')[0]?.match(/^npx conveyor .*$/gm) ?? [];
  expect(lines).toHaveLength(7);
  const outputs = [];
  for (const line of lines)
    outputs.push(await command(wordsOf(line.replace(/^npx conveyor /, '').replace(/ +#.*$/, ''))));
  expect(outputs[0]).toContain('Order FIRST-1 of Tom Okafor is a draft');
  expect(outputs[2]).toContain('conveyor order pick FIRST-1');
  expect(outputs.at(-1)).toBe('Order FIRST-1 is picked up. Now: fulfilled.\n');
}

/** The words of a command, as a shell reads them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
