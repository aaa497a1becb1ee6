import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../config/root.ts';
import type { Import } from './imports.ts';

/** The tables of docs/architecture.md that say who may import whom: what is written there is what is tested. */
export interface Architecture {
  /** In the order of the table: a room imports only rooms above it. */
  readonly rooms: readonly Room[];
  /** Files of a business folder that other business folders may import, besides its operations and its resource. */
  readonly doors: readonly string[];
}

export interface Room {
  readonly name: string;
  /** Where its files are; of patterns that fit a file, the one with the longest part before its first `*` or `{` counts. */
  readonly files: readonly string[];
  readonly imports: readonly string[];
  /** Rooms of which it takes nothing but types. */
  readonly types: readonly string[];
}

export function readArchitecture(
  text = readFileSync(join(projectRoot, 'docs', 'architecture.md'), 'utf8'),
): Architecture {
  const rooms = rowsOf(text, 'Room').map(([name, files, imports, types]) => ({
    name: codes(name)[0]!,
    files: codes(files),
    imports: codes(imports),
    types: codes(types),
  }));
  return { rooms, doors: rowsOf(text, 'Door').flatMap(([door]) => codes(door)) };
}

/** Cells of the rows of the table whose first heading this is. */
function rowsOf(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start < 0) throw new Error(`docs/architecture.md has no table that begins with "${heading}".`);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.split('|').slice(1, -1));
}

function codes(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

const roomsOfFiles = new WeakMap<Architecture, Map<string, Room | undefined>>();

/** The room a file is in; undefined for a file that the table forgot. */
export function roomOf(architecture: Architecture, file: string): Room | undefined {
  const known = roomsOfFiles.get(architecture) ?? new Map<string, Room | undefined>();
  roomsOfFiles.set(architecture, known);
  if (!known.has(file)) known.set(file, findRoom(architecture, file));
  return known.get(file);
}

function findRoom({ rooms }: Architecture, file: string): Room | undefined {
  const fitting = rooms.flatMap((room) =>
    room.files
      .filter((pattern) => fits(pattern, file))
      .map((pattern) => ({ room, exact: exactPart(pattern), pattern })),
  );
  fitting.sort((a, b) => b.exact - a.exact || b.pattern.length - a.pattern.length);
  return fitting[0]?.room;
}

/** `folder/` is everything below; `*` is one name or a part of one; `{a,b}` is either. */
function fits(pattern: string, file: string): boolean {
  const source = pattern
    .replace(/[.]/g, '\\.')
    .replace(/\*/g, '[^/]*')
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}${pattern.endsWith('/') ? '.+' : ''}$`).test(file);
}

function exactPart(pattern: string): number {
  return pattern.search(/[*{]|$/);
}

/** Imports between rooms that the table does not allow, each as a sentence. */
export function againstTheArrows(architecture: Architecture, imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, types, package: isPackage }) => {
    if (isPackage) return [];
    const [here, there] = [roomOf(architecture, from), roomOf(architecture, to)];
    if (!here || !there || here === there || here.imports.includes(there.name)) return [];
    if (!here.types.includes(there.name)) return [`${from} imports ${to}: ${here.name} may not import ${there.name}`];
    return types ? [] : [`${from} imports ${to}: ${here.name} may take nothing but types of ${there.name}`];
  });
}

/** Arrows of the table that no import goes along; `types` where every import that does is of types only. */
export function arrowsWithoutImports(architecture: Architecture, imports: readonly Import[]): string[] {
  const own = imports.filter((one) => !one.package);
  const between = (here: Room, there: string) =>
    own.filter((one) => roomOf(architecture, one.from) === here && roomOf(architecture, one.to)?.name === there);
  return architecture.rooms.flatMap((room) => [
    ...room.types
      .filter((there) => between(room, there).length === 0)
      .map((there) => `${room.name} takes no types of ${there}`),
    ...room.imports
      .filter((there) => between(room, there).every((one) => one.types))
      .map((there) => `${room.name} imports nothing of ${there}, or types only`),
  ]);
}

/** Imports from one business folder of the service into another that pass by its operations, resource, states and doors. */
export function pastTheDoors({ doors }: Architecture, imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const [here, there] = [businessFolder(from), businessFolder(to)];
      return here !== null && there !== null && here !== there;
    })
    .filter(({ to }) => !/\/(operations|resource|states)\.ts$/.test(to) && !doors.some((door) => fits(door, to)))
    .map(({ from, to }) => `${from} imports ${to}`);
}

const notBusiness = new Set(['http', 'listing', 'database', 'outbox', 'states', 'stock', 'work']);

/** Circles of folders of the service: who is built on whom, but for what is only declared, and for routes above all folders. */
export function circlesOfFolders(imports: readonly Import[]): string[] {
  const apart = /\/(resource|schema|states|routes|[a-z-]+-routes)\.ts$/;
  const between = imports
    .filter(({ from, to, package: isPackage }) => !isPackage && !apart.test(to) && !apart.test(from))
    .map((one) => ({ ...one, from: serviceFolder(one.from), to: serviceFolder(one.to) }))
    .filter(({ from, to }) => from !== null && to !== null && from !== to);
  return circles(between as Import[]);
}

function serviceFolder(file: string): string | null {
  return /^service\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

function businessFolder(file: string): string | null {
  const [room, folder, name] = file.split('/');
  return room === 'service' && name !== undefined && !notBusiness.has(folder!) ? folder! : null;
}

/** Files that import each other in a circle when the program runs: one circle for each, shortest way round. */
export function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to, types, package: isPackage } of imports) {
    if (!isPackage && !types) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const found = new Set<string>();
  for (const start of [...next.keys()].sort()) {
    const circle = wayBack(next, start);
    if (circle?.every((file) => file >= start)) found.add([...circle, start].join(' → '));
  }
  return [...found];
}

/** The shortest way from a file back to itself, by breadth. */
function wayBack(next: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | null {
  const reached = new Set<string>();
  for (let ways: string[][] = [[start]]; ways.length > 0; ) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const file of next.get(way.at(-1)!) ?? []) {
        if (file === start) return way;
        if (reached.has(file)) continue;
        reached.add(file);
        longer.push([...way, file]);
      }
    }
    ways = longer;
  }
  return null;
}
