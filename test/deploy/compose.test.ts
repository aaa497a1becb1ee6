import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serverSettings } from '../../cli/stack/temporal/temporal.ts';
import { projectRoot } from '../../config/root.ts';
import { chart, manifestsOf, podsOf, renderedFile } from './support/chart.ts';
import { composeFile, composeServices, interpolated } from './support/compose.ts';
import { goTool, hasTools } from './support/go-tool.ts';

const deploy = join(projectRoot, 'deploy');
/** Runs the script that writes the keys. @returns what Docker Compose reads from its file */
function newKeys(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-keys-'));
  try {
    const file = join(folder, '.env');
    execFileSync(join(deploy, 'keys.sh'), [file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(() => execFileSync(join(deploy, 'keys.sh'), [file], { stdio: 'pipe' })).toThrow('exists already');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const services = composeServices(newKeys());
const own = Object.entries(services).filter(([, { image }]) => image === 'conveyor:latest');

test('the script writes each key that the file demands, at random, for its owner alone and once', () => {
  const demanded = [...readFileSync(composeFile, 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const [one, other] = [newKeys(), newKeys()];
  expect(Object.keys(one).sort()).toEqual([...new Set(demanded)].sort());
  for (const [name, value] of Object.entries(one)) {
    expect(value, name).toMatch(/^(cvy_)?[0-9a-f]{48}$/);
    expect(other[name], name).not.toBe(value);
  }
  expect(() => composeServices({})).toThrow('Run deploy/keys.sh');
});

test('the page about deploying names each variable that the file takes', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'deploying.md'), 'utf8');
  const optional = [...readFileSync(composeFile, 'utf8').matchAll(/\$\{(\w+):-/g)].map(([, name]) => name);
  expect([...new Set(optional)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(optional).toContain('CONVEYOR_PORT');
});

test('every program of Conveyor runs as the image is meant to: as its user, on a read-only file system', () => {
  expect(own.map(([name]) => name)).toEqual(['migrate', 'service', 'worker', 'stand-in-carrier', 'sample']);
  for (const [name, service] of own) {
    expect(service, name).toMatchObject({ user: '10001:10001', read_only: true, cap_drop: ['ALL'] });
    expect(service.tmpfs, name).toContain('/tmp');
    expect(Number.parseInt(service.stop_grace_period, 10), name).toBeGreaterThan(30);
  }
});

test('nothing listens on another address than 127.0.0.1, and images have versions', () => {
  for (const [name, { ports = [], image }] of Object.entries(services)) {
    for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    if (image !== 'conveyor:latest') expect(image, name).toMatch(/:\d[\d.]*$/);
  }
});

test('the service starts after the migration, and the worker after the service', () => {
  expect(services.service.depends_on).toEqual({
    migrate: { condition: 'service_completed_successfully' },
    'temporal-namespace': { condition: 'service_completed_successfully' },
  });
  expect(services.service.environment.CONVEYOR_MIGRATE).toBe('no');
  expect(services.migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(services.worker.depends_on).toEqual({ service: { condition: 'service_healthy' } });
  expect(own.filter(([, { profiles }]) => profiles).map(([name]) => name)).toEqual(['stand-in-carrier', 'sample']);
});

test('a program has the variables that it has in the chart', () => {
  const inChart = (name: string) => {
    const pods = podsOf(manifestsOf(readFileSync(renderedFile('minimal'), 'utf8')));
    return pods
      .find(({ owner }) => owner === name)
      ?.container.env.map((each: { name: string }) => each.name) as string[];
  };
  const here = (name: string, except: readonly string[]) =>
    Object.keys(services[name].environment)
      .filter((variable) => !except.includes(variable))
      .sort();
  const inside = ['CONVEYOR_URL', 'CONVEYOR_API_KEY', 'CONVEYOR_TEMPORAL_UI', 'CONVEYOR_STAND_IN_CARRIER_URL'];
  expect(here('service', inside)).toEqual(inChart('shop-conveyor').sort());
  expect(here('worker', ['CONVEYOR_STAND_IN_CARRIER_URL'])).toEqual(inChart('shop-conveyor-engine').sort());
  expect(here('migrate', [])).toEqual(['CONVEYOR_DATABASE_URL']);
});

test('the Temporal servers of the compose file and of the example have the settings of the local stack', () => {
  const values = (settings: Record<string, { value: unknown }[]>) =>
    Object.fromEntries(Object.entries(settings).map(([name, [first]]) => [name, first?.value]));
  expect(values(parse(readFileSync(join(deploy, 'temporal', 'dynamic-config.yaml'), 'utf8')))).toEqual(serverSettings);
  const example = parse(readFileSync(join(chart, 'examples', 'temporal-chart-values.yaml'), 'utf8'), { merge: true });
  const speed = values(example.server.dynamicConfig);
  expect(Object.keys(speed)).toHaveLength(8);
  expect(serverSettings).toMatchObject(speed);
});

test('variables are replaced as Docker Compose does', () => {
  const variables = { PORT: '8000', EMPTY: '' };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variables of the compose file
  const text = '${URL:-http://127.0.0.1:${PORT:-7420}} ${EMPTY:-none} $${PORT}';
  expect(interpolated(text, variables)).toBe(`http://127.0.0.1:8000 none $${'{PORT}'}`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
  expect(() => interpolated('${KEY:?make one}', variables)).toThrow('KEY is missing: make one');
});

test.each([
  'keys.sh',
  ...readdirSync(join(deploy, 'temporal'))
    .filter((file) => file.endsWith('.sh'))
    .map((file) => `temporal/${file}`),
  'image/build.sh',
  'image/local-bases.sh',
])('the shell reads %s', (file) => {
  expect(execFileSync('sh', ['-n', join(deploy, file)], { encoding: 'utf8' })).toBe('');
});

describe.runIf(hasTools)('with the library of Docker Compose', () => {
  test('it reads the file, and gives each program what this test reads', { timeout: 900_000 }, async () => {
    const tool = await goTool('compose-file');
    const keys = newKeys();
    const read = (env: Record<string, string>) =>
      execFileSync(tool, [composeFile, 'trial'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const loaded = JSON.parse(read(keys)).services;
    const here = composeServices(keys);
    expect(Object.keys(loaded).sort()).toEqual(Object.keys(here).sort());
    for (const [name] of own) {
      expect(loaded[name].environment ?? {}, name).toEqual(here[name].environment ?? {});
      expect(loaded[name].command, name).toEqual(here[name].command);
      expect(loaded[name].depends_on ?? {}, name).toMatchObject(here[name].depends_on ?? {});
    }
    expect(() => read({})).toThrow('Run deploy/keys.sh');
  });
});
