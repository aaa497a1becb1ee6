import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { version } from '../../config/version.ts';
import { chart, valueSets, valuesFile, valuesOf } from './support/chart.ts';

// The values of the chart and their schema. No tool is needed.
const defaults = valuesOf(join(chart, 'values.yaml'));
const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

/** The faults of values, each with its place. */
function faultsOf(values: unknown): string[] {
  validate(values);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${params.additionalProperty ?? ''}`.trim(),
  );
}

test('the defaults and every set of values fit the schema', () => {
  expect(faultsOf(defaults)).toEqual([]);
  const faults = valueSets.flatMap((set) =>
    faultsOf({ database: {}, keys: {}, temporal: {}, ...valuesOf(valuesFile(set)) }).map((fault) => `${set}${fault}`),
  );
  expect(faults).toEqual([]);
  expect(valueSets.length).toBeGreaterThanOrEqual(12);
});

test('the schema describes every key of the defaults, and no other', () => {
  const keys = (values: object, described: { properties?: object }): string[][] => [
    Object.keys(values),
    Object.keys(described.properties ?? {}).filter((key) => key !== 'global'),
  ];
  const [given, described] = keys(defaults, schema);
  expect(described?.sort()).toEqual(given?.sort());
  for (const key of [
    'image',
    'database',
    'keys',
    'temporal',
    'migrate',
    'service',
    'ingress',
    'networkPolicy',
  ] as const) {
    const [inner, known] = keys(defaults[key] as object, schema.properties[key]);
    expect(known?.sort(), key).toEqual(inner?.sort());
  }
});

test.each([
  [{ ...defaults, replicas: 2 }, '', 'replicas'],
  [{ ...defaults, temporal: { address: 'https://temporal.example.com' } }, '/temporal/address', 'pattern'],
  [{ ...defaults, workers: { engine: { role: 'engines' } } }, '/workers/engine/role', 'pattern'],
  [{ ...defaults, terminationGracePeriodSeconds: 30 }, '/terminationGracePeriodSeconds', '>= 35'],
  [{ ...defaults, config: { files: { 'rules/x.yaml': 'a: b' } } }, '/config/files', 'property name'],
  [{ ...defaults, keys: undefined }, '', "'keys'"],
])('a value that the programs would refuse is refused with its place: %#', (values, place, message) => {
  const faults = faultsOf(JSON.parse(JSON.stringify(values)));
  expect(
    faults.some((fault) => fault.startsWith(place) && fault.includes(message)),
    faults.join('\n'),
  ).toBe(true);
});

test('the chart has the version of the program', () => {
  expect(valuesOf(join(chart, 'Chart.yaml'))).toMatchObject({ version: version(), appVersion: version() });
});

test('the page of the chart explains every part of the values', () => {
  const page = readFileSync(join(chart, 'README.md'), 'utf8');
  expect(Object.keys(defaults).filter((key) => !page.includes(`\`${key}`))).toEqual([]);
});
