import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../config/root.ts';
import { sourceFiles } from './support/imports.ts';

/** A row of a table whose header names the columns `File` and `Function`. */
interface Place {
  readonly row: string;
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

/** The files that a text of `docs/` links to. */
const linksIn = (text: string): string[] => [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '');

/** The rows of the tables with the columns `File` and `Function`.  */
function placesIn(page: string): Place[] {
  const places: Place[] = [];
  let isTable = false;
  for (const line of page.split('\n')) {
    const [, row = '', file, functions] = line.split('|').map((cell) => cell.trim());
    if (file === 'File' && functions === 'Function') isTable = true;
    else if (!line.startsWith('|')) isTable = false;
    else if (isTable && file && functions && !/^-+$/.test(file)) {
      places.push({
        row,
        files: linksIn(file),
        functions: [...functions.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
      });
    }
  }
  return places;
}

/** Whether a text declares the name: as a function, a constant or a method. */
function declares(text: string, name: string): boolean {
  return new RegExp(`^(export )?(async )?(function|const) ${name}\\b|^  (async )?${name}\\(.*\\{$`, 'm').test(text);
}

/** The functions of the rows that no file of their row declares, and the files that declare none of them. */
function faults(places: readonly Place[], read: (file: string) => string): string[] {
  return places.flatMap(({ row, files, functions }) => [
    ...functions
      .filter((name) => !files.some((file) => declares(read(file), name)))
      .map((name) => `${row}: no file has ${name}`),
    ...files
      .filter((file) => !functions.some((name) => declares(read(file), name)))
      .map((file) => `${row}: ${file} has no function of the row`),
  ]);
}

const read = (file: string) =>
  existsSync(join(projectRoot, file)) ? readFileSync(join(projectRoot, file), 'utf8') : '';
const page = read('docs/architecture.md');
const places = placesIn(page);

test('the architecture page answers where pack is finished, who gets stock, what warned is and when a webhook is tried again', () => {
  const named = new Set(places.flatMap(({ functions }) => functions));
  expect([...named]).toEqual(
    expect.arrayContaining(['finishPack', 'allocateBackorders', 'refused', 'decideRetry', 'waitUntilDone']),
  );
});

test('each file that the architecture page names for a function declares it', () => {
  expect(faults(places, read)).toEqual([]);
});

test('the chain of arriving stock starts with the operations that allocate it to backorders, and with no others', () => {
  const callers = sourceFiles(join(projectRoot, 'service')).filter((file) =>
    read(file).includes('await allocateBackorders('),
  );
  const [, chain = ''] = page.split('### When stock arrives for a waiting order');
  const [list = ''] = chain.split('| Step |');
  expect(linksIn(list).sort()).toEqual(callers.sort());
});

test('a function that is gone, and a file without a function of its row, are named', () => {
  const page = [
    '| Question | File | Function |',
    '|---|---|---|',
    '| Who picks? | [a.ts](../a.ts), [b.ts](../b.ts) | `pick`, `gone` |',
    '',
    '| Room | Folder | Purpose |',
    '| other | [c.ts](../c.ts) | `none` |',
  ].join('\n');
  const texts: Record<string, string> = { 'a.ts': 'export async function pick() {}', 'b.ts': '// pick, gone' };
  expect(faults(placesIn(page), (file) => texts[file] ?? '')).toEqual([
    'Who picks?: no file has gone',
    'Who picks?: b.ts has no function of the row',
  ]);
});
