import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../config/root.ts';
import type { Import } from './imports.ts';

/** One row of the table of allowed imports in docs/architecture.md. */
export interface Row {
  readonly name: string;
  /** Patterns of paths: `folder/` is everything below it, `*` is one name or a part of one. See `rank`. */
  readonly files: readonly string[];
  /** Names of rows above this one. */
  readonly imports: readonly string[];
  /** Rows that allow only imports of types. */
  readonly types: readonly string[];
}

/** The tables of docs/architecture.md that the tests check the code against. */
export interface Architecture {
  /** The folders of the project. */
  readonly rooms: readonly Row[];
  /** The folders of `lib/`. */
  readonly libraries: readonly Row[];
  /** The parts of `service/`. */
  readonly service: readonly Row[];
  /** The folders of `service/platform/`. */
  readonly platform: readonly Row[];
  /** The kinds of files of a domain folder, by their names, and the platform folders that each may import. */
  readonly layers: readonly Row[];
  /** Files, by name, and folders of one domain that other domains may import. */
  readonly doors: readonly string[];
}

export function readArchitecture(
  text = readFileSync(join(projectRoot, 'docs', 'architecture.md'), 'utf8'),
): Architecture {
  const foldersOf = (heading: string, parent: string) =>
    tableOf(text, heading).map(([name = '', imports, types]) => ({
      name,
      files: [`${parent}/${name}/`],
      imports: namesIn(imports),
      types: namesIn(types),
    }));
  const platform = foldersOf('Platform', 'service/platform');
  return {
    rooms: tableOf(text, 'Room').map(rowOf),
    libraries: foldersOf('Library', 'lib'),
    service: tableOf(text, 'Part').map(rowOf),
    platform,
    layers: [...platform, ...tableOf(text, 'Layer').map(rowOf)],
    doors: tableOf(text, 'Door').map(([door = '']) => door),
  };
}

function rowOf([name = '', files, imports, types]: string[]): Row {
  return { name, files: namesIn(files), imports: namesIn(imports), types: namesIn(types) };
}

/** The rows of the table whose first heading this is, as the text of their cells; of the first cell the name alone. */
function tableOf(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start < 0) throw new Error(`docs/architecture.md has no table that begins with "${heading}".`);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => {
    const [first = '', ...cells] = line.split('|').slice(1, -1);
    return [namesIn(first)[0] ?? first.trim(), ...cells];
  });
}

function namesIn(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The row that a file belongs to; undefined where no pattern fits. */
export function rowFor(rows: readonly Row[], file: string): Row | undefined {
  const fitting = rows.flatMap((row) =>
    row.files.filter((pattern) => fits(pattern, file)).map((pattern) => ({ row, pattern })),
  );
  fitting.sort((a, b) => rank(b.pattern) - rank(a.pattern) || b.pattern.length - a.pattern.length);
  return fitting[0]?.row;
}

function fits(pattern: string, file: string): boolean {
  const source = pattern
    .replace(/[.]/g, '\\.')
    .replace(/\*\*\//g, '\0')
    .replace(/\*/g, '[^/]*')
    .replace(/\0/g, '(?:.+/)?');
  return new RegExp(`^${source}${pattern.endsWith('/') ? '.+' : ''}$`).test(file);
}

/** The longer part before the first `*` counts; of two alike, a pattern of file names counts before a folder. */
function rank(pattern: string): number {
  return 2 * pattern.search(/\*|$/) + (pattern.endsWith('/') ? 0 : 1);
}

/** Imports that the rows do not allow, each as a sentence. Files without a row are left to other tests. */
export function againstTheArrows(rows: readonly Row[], imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to, types, package: isPackage }) => {
    if (isPackage) return [];
    const [here, there] = [rowFor(rows, from), rowFor(rows, to)];
    if (!here || !there || here === there || here.imports.includes(there.name)) return [];
    if (!here.types.includes(there.name)) return [`${from} imports ${to}: ${here.name} may not import ${there.name}`];
    return types ? [] : [`${from} imports ${to}: ${here.name} may import types only of ${there.name}`];
  });
}

/** Arrows of the rows that no import uses, each as a sentence. */
export function unusedArrows(rows: readonly Row[], imports: readonly Import[]): string[] {
  const used = new Map<string, { any: boolean; values: boolean }>();
  for (const { from, to, types, package: isPackage } of imports) {
    if (isPackage) continue;
    const key = `${rowFor(rows, from)?.name} > ${rowFor(rows, to)?.name}`;
    used.set(key, { any: true, values: !types || (used.get(key)?.values ?? false) });
  }
  return rows.flatMap(({ name, imports: values, types }) => [
    ...types
      .filter((other) => !used.get(`${name} > ${other}`)?.any)
      .map((other) => `${name} imports no types of ${other}`),
    ...values
      .filter((other) => !used.get(`${name} > ${other}`)?.values)
      .map((other) => `${name} imports nothing of ${other}, or types only`),
  ]);
}

/** Imports from one domain of the service into another that do not go through a door. */
export function pastTheDoors({ doors }: Pick<Architecture, 'doors'>, imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const [here, there] = [domainOf(from), domainOf(to)];
      return here !== null && there !== null && here !== there;
    })
    .filter(({ to }) => !doors.some((door) => (door.endsWith('/') ? to.startsWith(door) : to.endsWith(`/${door}`))))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Folders of the service that are parts of the business: `service/parts`, `service/fulfilment/picking`. */
function domainOf(file: string): string | null {
  const [, domain, folder] = /^service\/((?:fulfilment\/|inventory\/(?=stock\/))?[^/]+)\/(.+)$/.exec(file) ?? [];
  const isDomain =
    domain !== undefined && folder !== undefined && !['platform', 'configuration', 'typed-client'].includes(domain);
  return isDomain ? domain : null;
}

/** Circles of folders of the service. */
export function circlesOfFolders(imports: readonly Import[]): string[] {
  const between = imports
    .filter(({ from, to, package: isPackage }) => !isPackage && inService(from) && inService(to))
    .map((one) => ({ ...one, from: folderOf(one.from), to: folderOf(one.to) }))
    .filter(({ from, to }) => from !== to);
  return circles(between);
}

const inService = (file: string) => /^service\/(?!platform\/)[^/]+\//.test(file);
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

/** Files that import each other in a circle when the program runs: one circle for each, the shortest way round. */
export function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to, types, package: isPackage } of imports) {
    if (!isPackage && !types) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const all = new Set<string>();
  for (const start of [...next.keys()].sort()) {
    const circle = wayBack(next, start);
    if (circle?.every((file) => file >= start)) all.add([...circle, start].join(' → '));
  }
  return [...all];
}

/** The shortest way from a file back to itself, breadth first. */
function wayBack(next: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | null {
  const reached = new Set<string>();
  for (let ways: string[][] = [[start]]; ways.length > 0; ) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const file of next.get(way.at(-1) ?? start) ?? []) {
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
