import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../config/root.ts';
import { retiredWords, wordsInNames, wordsInText } from './support/retired-words.ts';

// The table "Retired words" of docs/glossary.md is what these tests read.
const retired = retiredWords(readFileSync(join(projectRoot, 'docs/glossary.md'), 'utf8'));

/** Folders without prose or names of ours: installed, built, recorded. */
const outside = new Set(['node_modules', 'dist', 'histories', 'images']);
/** The page that lists the words, and the tests that check the check. */
const exempt = new Set([
  'docs/glossary.md',
  'test/glossary.test.ts',
  'test/support/retired-words.ts',
  'package-lock.json',
]);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !outside.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [relative(projectRoot, path).split(sep).join('/')];
    })
    .filter((file) => !exempt.has(file));
}

const files = filesBelow(projectRoot);
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

test('no name of a file or folder is a retired word', () => {
  expect(files.filter((file) => wordsInNames(file.replace(/[/.-]/g, ' '), retired).length > 0)).toEqual([]);
});

test('no name in code is a retired word', () => {
  const code = files.filter((file) => /\.(ts|mjs|js)$/.test(file));
  expect(code.flatMap((file) => wordsInNames(namesOf(read(file)), retired).map((word) => `${file}: ${word}`))).toEqual(
    [],
  );
});

test('no name of a table, a column or an index is a retired word', () => {
  const sql = files.filter((file) => file.endsWith('.sql'));
  const statements = (file: string) =>
    read(file)
      .replace(/--.*$/gm, '')
      .replace(/'(?:[^']|'')*'/g, '');
  expect(sql.flatMap((file) => wordsInNames(statements(file), retired).map((word) => `${file}: ${word}`))).toEqual([]);
});

test('no page, description, message or comment uses a retired word', () => {
  const prose = files.filter((file) => /\.(md|ts|mjs|sql|ya?ml|json|py)$/.test(file));
  expect(prose.flatMap((file) => wordsInText(read(file), retired).map((word) => `${file}: ${word}`))).toEqual([]);
});

test('a retired word is recognised as a part of a name and as a word of a sentence, and nowhere else', () => {
  const table = [
    '| Retired | Refused in | Use |',
    '|---|---|---|',
    '| `desk`, `stands back` | names and prose | call context |',
    '| `told` | names | a noun |',
  ].join('\n');
  const words = retiredWords(table);
  expect(wordsInNames('openDesk told_by Desktop retold', words)).toEqual(['desk', 'told']);
  expect(wordsInText('The desk stands\n * back, as we were told at the desktop.', words)).toEqual([
    'desk',
    'stands back',
  ]);
});

/** The identifiers of a file: its text without comments and strings, but including `${…}`. */
function namesOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(^|\s)\/\/.*$/gm, ' ')
    .replace(/'(?:[^'\n\\]|\\.)*'|"(?:[^"\n\\]|\\.)*"/g, ' ')
    .replace(/`[^`]*`/g, (template) => [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => code).join(' '));
}
