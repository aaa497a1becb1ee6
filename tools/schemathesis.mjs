// `npm run schemathesis`: Schemathesis with all its checks against the interface of a service of its own, on a database of its
// own (TEST_DATABASE_URL names a PostgreSQL; otherwise one is started). Arguments go on to Schemathesis
// (`npm run schemathesis -- --max-examples 100 --include-path /salesorder`). Ends with 1 where something was found.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareOrExit, root } from '../bin/prepare.mjs';
import { seed } from './schemathesis/seed.mjs';

/** Pinned: the findings should change with the service, not with the day. */
const version = '4.32.5';
const oldestPython = [3, 10];
const folderOfOurs = join(root, 'tools', 'schemathesis');

/**
 * Random bodies also have forms that the service accepts beside the description: numbers as text, null as a body. The systematic
 * requests of the phase `coverage` have to be refused.
 */
const acceptsMore = ['--exclude-checks', 'negative_data_rejection'];

const say = (line) => process.stderr.write(`${line}\n`);
const undo = [];

process.once('SIGINT', () => end(130));
process.once('SIGTERM', () => end(143));
try {
  await prepareOrExit(say);
  const schemathesis = installed();
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-schemathesis-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const database = await freshDatabase(folder);
  const key = `cvk_${randomBytes(24).toString('base64url')}`;
  const url = await service(database, key);
  say('Making records …');
  await seed((method, path, body) => call(`${url}${path}`, key, { method, body }));
  say(`Running Schemathesis ${version} against ${url}/openapi.json …`);
  let code = 0;
  for (const args of await runs(url)) code = (await run(schemathesis, { url, key, folder, args })) || code;
  await end(code);
} catch (error) {
  say(error.message);
  await end(1);
}

/** Undoes all started parts, the last one first. */
async function end(code) {
  for (const step of undo.splice(0).reverse()) await step();
  process.exit(code);
}

/** The command of Schemathesis, in an environment of its own in the user's cache. */
function installed() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'conveyor', `schemathesis-${version}`);
  const programs = join(cache, process.platform === 'win32' ? 'Scripts' : 'bin');
  const command = join(programs, 'schemathesis');
  if (existsSync(join(cache, 'complete'))) return command;
  const python = findPython();
  say(`Installing Schemathesis ${version} (into ${cache}) …`);
  rmSync(cache, { recursive: true, force: true });
  demand(
    python,
    ['-m', 'venv', cache],
    'Python cannot make a virtual environment: install its venv module (python3-venv).',
  );
  demand(
    join(programs, 'python'),
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`],
    `Schemathesis ${version} could not be installed from the Python Package Index; what pip says is above.`,
  );
  mkdirSync(join(cache, 'complete'));
  return command;
}

function findPython() {
  const check = `import sys; sys.exit(sys.version_info < (${oldestPython.join(', ')}))`;
  for (const name of ['python3', 'python']) if (spawnSync(name, ['-c', check]).status === 0) return name;
  throw new Error(
    `Schemathesis needs Python ${oldestPython.join('.')} or newer, and there is none: install it from https://www.python.org or with your system's packages.`,
  );
}

function demand(command, args, otherwise) {
  if (spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status !== 0) throw new Error(otherwise);
}

/** Address of a new, empty database. */
async function freshDatabase(folder) {
  const server = process.env.TEST_DATABASE_URL ?? (await ownPostgres(folder));
  const name = `schemathesis_${process.pid}`;
  await onServer(server, `create database ${name}`);
  undo.push(() => onServer(server, `drop database if exists ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url, statement) {
  // Not before the packages are there.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function ownPostgres(folder) {
  const { unsafeSettings, launchPostgres, postgresAccess, postgresReady, postgresUrl } = await import(
    '../dist/cli/stack/postgres/postgres.js'
  );
  const access = await postgresAccess(undefined);
  const { command, args, ...options } = await launchPostgres(join(folder, 'postgres'), access, unsafeSettings);
  const server = spawn(command, args, { ...options, stdio: 'ignore' });
  const gone = once(server, 'exit');
  undo.push(async () => {
    server.kill('SIGQUIT');
    await gone;
  });
  await postgresReady(access, 'postgres');
  return postgresUrl(access, 'postgres');
}

/** Starts the service. There is no engine: Temporal's address has no listener. */
async function service(database, key) {
  const [port, nobody] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(root, 'bin', 'conveyor.mjs'), 'serve'], {
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      CONVEYOR_DATABASE_URL: database,
      CONVEYOR_HOST: '127.0.0.1',
      CONVEYOR_PORT: String(port),
      CONVEYOR_ADMIN_KEY: key,
      CONVEYOR_ENGINE_KEY: `cvk_${randomBytes(24).toString('base64url')}`,
      CONVEYOR_STAND_IN_CARRIER_URL: `http://127.0.0.1:${nobody}`,
      TEMPORAL_ADDRESS: `127.0.0.1:${nobody}`,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    },
  });
  const gone = once(child, 'exit');
  undo.push(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok) return url;
    await pause(100);
  }
  throw new Error('The service did not start; what it says is above.');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function call(url, key, { method, body }) {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/**
 * With arguments one run, as they say. Otherwise two for single requests, and several for stories of many requests: it guesses
 * which answer leads to which address, and of all addresses at once that are more guesses than it can choose from.
 */
async function runs(url) {
  const given = process.argv.slice(2);
  if (given.some((arg) => /^--(phases|include|exclude)/.test(arg))) return [given];
  const { tags } = await (await fetch(`${url}/openapi.json`)).json();
  const stories = [
    ['Sales orders', 'Pick', 'Pack', 'Ship', 'Pickup and invoices'],
    ['Customers', 'Quotes and jobs', 'Carriers and cartons', 'Sites and sources', 'Discounts and fees'],
    ['Parts', 'Stock'],
  ];
  const rest = tags.map(({ name }) => name).filter((name) => !stories.flat().includes(name));
  return [
    ['--phases', 'examples,coverage', ...given],
    ['--phases', 'fuzzing', ...acceptsMore, ...given],
    ...[...stories, rest].map((names) => [
      ...['--phases', 'stateful', ...acceptsMore],
      ...names.flatMap((name) => ['--include-tag', name]),
      ...given,
    ]),
  ];
}

/** Prints its findings on stdout. @returns its exit code */
async function run(command, { url, key, folder, args: given }) {
  const configuration = ['--config-file', join(folderOfOurs, 'schemathesis.toml')];
  const args = [...configuration, 'run', `${url}/openapi.json`, '--checks', 'all', '--auth', `${key}:`];
  const child = spawn(command, [...args, '--generation-database', 'none', ...given], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: join(folderOfOurs, 'hooks.py'),
      // Nothing is left behind in the project.
      PYTHONDONTWRITEBYTECODE: '1',
      HYPOTHESIS_STORAGE_DIRECTORY: folder,
    },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
