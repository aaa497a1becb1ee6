import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../config/root.ts';
import {
  againstTheArrows,
  circles,
  circlesOfFolders,
  pastTheDoors,
  type Row,
  readArchitecture,
  rowFor,
  unusedArrows,
} from './support/arrows.ts';
import { type Import, importsOf, sourceFiles } from './support/imports.ts';

// The tests read the tables of docs/architecture.md: a new arrow is added there, with its reason.
const architecture = readArchitecture();
const { rooms, libraries, service, platform, layers, doors } = architecture;
const tables = [rooms, libraries, service, platform] as const;
const files = sourceFiles();
const imports = files.flatMap((file) => importsOf(file));

const made = (from: string, to: string, types = false): Import => ({ from, to, types, package: false });

test('every file is in a room of the table', () => {
  expect(files.filter((file) => rowFor(rooms, file) === undefined)).toEqual([]);
});

test('every row of the tables has files', () => {
  const empty = (rows: readonly Row[]) =>
    rows.filter((row) => !files.some((file) => rowFor(rows, file) === row)).map(({ name }) => name);
  expect([...tables, layers].flatMap(empty)).toEqual([]);
});

test.each([
  ['rooms', rooms],
  ['libraries', libraries],
  ['parts of the service', service],
  ['platform folders', platform],
  ['layers', layers],
])('%s import only what is above them in the table', (_, rows) => {
  const above = new Set<string>();
  for (const { name, imports: values, types } of rows) {
    expect(
      [...values, ...types].filter((other) => !above.has(other)),
      name,
    ).toEqual([]);
    above.add(name);
  }
});

test('imports follow the arrows between rooms, between the folders of a room, and between the layers of a domain', () => {
  expect(tables.flatMap((rows) => againstTheArrows(rows, imports))).toEqual([]);
  expect(
    againstTheArrows(
      layers,
      imports.filter(({ from }) => !/^service\/(typed-client|configuration)\//.test(from)),
    ),
  ).toEqual([]);
});

test('every arrow of the tables is used by an import', () => {
  expect(tables.flatMap((rows) => unusedArrows(rows, imports))).toEqual([]);
});

test('a domain imports another one only through a door', () => {
  expect(pastTheDoors(architecture, imports)).toEqual([]);
});

test('every door exists and is used by another domain', () => {
  const isUsed = (door: string) => pastTheDoors({ doors: doors.filter((other) => other !== door) }, imports).length > 0;
  expect(doors.filter((door) => door.endsWith('/') && !existsSync(join(projectRoot, door)))).toEqual([]);
  expect(doors.filter((door) => !isUsed(door))).toEqual([]);
});

test('no files import values of each other in a circle', () => {
  expect(circles(imports)).toEqual([]);
});

test('no folders of the service import values of each other in a circle', () => {
  expect(circlesOfFolders(imports)).toEqual([]);
});

test('workflow code imports only the parts of the Temporal SDK that are deterministic', () => {
  const packages = imports.filter((one) => one.package && one.from.startsWith('workflows/') && !one.types);
  expect(packages.filter(({ to }) => !['@temporalio/workflow', '@temporalio/common'].includes(to))).toEqual([]);
});

test('an import against the arrows is named with its file, and a type import passes where types are allowed', () => {
  expect(
    againstTheArrows(rooms, [
      made('workflows/order/workflow.ts', 'activities/order/activities.ts'),
      made('workflows/order/workflow.ts', 'activities/order/activities.ts', true),
      made('client/client.ts', 'service/platform/problems/problems.ts', true),
    ]),
  ).toEqual([
    'workflows/order/workflow.ts imports activities/order/activities.ts: workflows may import types only of activities',
    'client/client.ts imports service/platform/problems/problems.ts: client may not import service',
  ]);
  expect(
    againstTheArrows(layers, [
      made('service/orders/lifecycle/issue.ts', 'service/platform/http/answer.ts'),
      made('service/orders/drafts/routes.ts', 'service/platform/http/answer.ts'),
    ]),
  ).toEqual([
    'service/orders/lifecycle/issue.ts imports service/platform/http/answer.ts: operations may not import http',
  ]);
});

test('an inner file of another domain is no door', () => {
  expect(
    pastTheDoors(architecture, [
      made('service/fulfilment/packing/operations.ts', 'service/orders/lifecycle/issue.ts'),
      made('service/fulfilment/packing/operations.ts', 'service/orders/lifecycle/operations.ts'),
      made('service/fulfilment/packing/operations.ts', 'service/fulfilment/packing/loose.ts'),
      made('service/fulfilment/packing/operations.ts', 'service/fulfilment/picking/take.ts'),
      made('service/fulfilment/packing/operations.ts', 'service/inventory/stock/locks.ts'),
    ]),
  ).toEqual([
    'service/fulfilment/packing/operations.ts imports service/orders/lifecycle/issue.ts',
    'service/fulfilment/packing/operations.ts imports service/fulfilment/picking/take.ts',
  ]);
});

test('a circle of files is named once, from its first file round to it', () => {
  expect(circles([made('b', 'c'), made('c', 'a'), made('a', 'b'), made('c', 'd'), made('d', 'c', true)])).toEqual([
    'a → b → c → a',
  ]);
});

test('folders in a circle are named; types do not count', () => {
  const there = made('service/orders/lifecycle/issue.ts', 'service/fulfilment/picking/operations.ts');
  expect(circlesOfFolders([there, made('service/fulfilment/picking/take.ts', 'service/orders/resource.ts')])).toEqual(
    [],
  );
  expect(
    circlesOfFolders([there, made('service/fulfilment/picking/take.ts', 'service/orders/lifecycle/hold.ts')]),
  ).toEqual(['service/fulfilment/picking → service/orders/lifecycle → service/fulfilment/picking']);
});

test('imports are read in every form they are written in', () => {
  const text = [
    "import { one } from './one.ts';",
    "import type { Two } from '../two.ts';",
    "import {\n  three,\n  type Three,\n} from './three.ts';",
    "export * from './four.ts';",
    "export type { Five } from './five.ts';",
    "import './six.ts';",
    "const seven = await import('./seven.ts');",
    "import eight from 'eight';",
    "// import { not } from './not.ts';",
    "/** import { not } from './not.ts'; */",
    "export const text = 'no import';",
  ].join('\n');
  expect(importsOf('room/file.ts', text).map(({ to, types }) => (types ? `type ${to}` : to))).toEqual([
    'room/one.ts',
    'type two.ts',
    'room/three.ts',
    'room/four.ts',
    'type room/five.ts',
    'room/six.ts',
    'eight',
    'room/seven.ts',
  ]);
});
