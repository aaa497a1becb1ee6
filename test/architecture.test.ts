import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../config/root.ts';
import {
  againstTheArrows,
  arrowsWithoutImports,
  circles,
  circlesOfFolders,
  pastTheDoors,
  readArchitecture,
  roomOf,
} from './support/arrows.ts';
import { type Import, importsOf, sourceFiles } from './support/imports.ts';

// The tables "Arrows" of docs/architecture.md are what these tests read: a new arrow is decided there.
const architecture = readArchitecture();
const files = sourceFiles();
const imports = files.flatMap((file) => importsOf(file));

const made = (from: string, to: string, types = false): Import => ({ from, to, types, package: false });

test('every file is in a room of the table', () => {
  expect(files.filter((file) => roomOf(architecture, file) === undefined)).toEqual([]);
});

test('every room of the table has files', () => {
  const full = new Set(files.map((file) => roomOf(architecture, file)));
  expect(architecture.rooms.filter((room) => !full.has(room)).map(({ name }) => name)).toEqual([]);
});

test('a room imports only rooms that stand above it, and so there are no circles of rooms', () => {
  const above = new Set<string>();
  for (const { name, imports, types } of architecture.rooms) {
    expect(
      [...imports, ...types].filter((other) => !above.has(other)),
      name,
    ).toEqual([]);
    above.add(name);
  }
});

test('imports go along the arrows of the table', () => {
  expect(againstTheArrows(architecture, imports)).toEqual([]);
});

test('every arrow of the table is needed by some import', () => {
  expect(arrowsWithoutImports(architecture, imports)).toEqual([]);
});

test('a business folder opens another only through its operations, its resource, or a door', () => {
  expect(pastTheDoors(architecture, imports)).toEqual([]);
});

test('every door is there and is used by another folder', () => {
  const used = (door: string) =>
    pastTheDoors({ ...architecture, doors: [] }, imports).some((one) => one.endsWith(door));
  const folder = (door: string) => door.endsWith('/');
  expect(architecture.doors.filter((door) => !existsSync(join(projectRoot, door)))).toEqual([]);
  expect(architecture.doors.filter((door) => !folder(door) && !used(door))).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(circles(imports)).toEqual([]);
});

test('no folders of the service are built on each other in a circle', () => {
  expect(circlesOfFolders(imports)).toEqual([]);
});

test('workflow code runs on nothing but the parts of the Temporal SDK that are deterministic', () => {
  const packages = imports.filter((one) => one.package && roomNames(one.from).startsWith('workflow') && !one.types);
  expect(packages.filter(({ to }) => !['@temporalio/workflow', '@temporalio/common'].includes(to))).toEqual([]);
});

function roomNames(file: string): string {
  return roomOf(architecture, file)?.name ?? '';
}

test('an import against the arrows is named with its file, and types pass where only types may', () => {
  expect(
    againstTheArrows(architecture, [
      made('service/orders/issue.ts', 'service/http/answer.ts'),
      made('workflows/order.ts', 'activities/order.ts'),
      made('workflows/order.ts', 'activities/order.ts', true),
      made('service/orders/routes.ts', 'service/http/answer.ts'),
      made('client/client.ts', 'service/problems.ts', true),
    ]),
  ).toEqual([
    'service/orders/issue.ts imports service/http/answer.ts: operations may not import http',
    'workflows/order.ts imports activities/order.ts: workflows may take nothing but types of activities',
    'client/client.ts imports service/problems.ts: client may not import problems',
  ]);
});

test('an inner file of another business folder is no door', () => {
  expect(
    pastTheDoors(architecture, [
      made('service/packing/operations.ts', 'service/orders/issue.ts'),
      made('service/packing/operations.ts', 'service/orders/operations.ts'),
      made('service/packing/operations.ts', 'service/packing/loose.ts'),
      made('service/packing/operations.ts', 'service/database/locks.ts'),
    ]),
  ).toEqual(['service/packing/operations.ts imports service/orders/issue.ts']);
});

test('a circle of files is named once, from its first file round to it', () => {
  expect(circles([made('b', 'c'), made('c', 'a'), made('a', 'b'), made('c', 'd'), made('d', 'c', true)])).toEqual([
    'a → b → c → a',
  ]);
});

test('folders in a circle are named; what is only declared does not count', () => {
  const there = made('service/orders/issue.ts', 'service/picking/operations.ts');
  expect(circlesOfFolders([there, made('service/picking/take.ts', 'service/orders/states.ts')])).toEqual([]);
  expect(circlesOfFolders([there, made('service/picking/take.ts', 'service/orders/guards.ts')])).toEqual([
    'service/orders → service/picking → service/orders',
  ]);
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
