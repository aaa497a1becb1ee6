import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { displayed, type Terminal } from '../../../cli/output/terminal.ts';

type Files = Readonly<Record<string, string | Buffer>>;

/** Creates a folder with these files, for the test that runs. */
export function folderWith(files: Files): string {
  const folder = newFolder(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder with these files, for all tests of the file that calls this outside of them. */
export function sharedFolderWith(files: Files): string {
  const folder = newFolder(files);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-import-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Returns a terminal that collects the written text. */
export function silentTerminal(): Terminal & { text(): string } {
  const texts: string[] = [];
  return {
    write: (text) => void texts.push(text),
    live: false,
    columns: 100,
    colors: false,
    text: () => displayed(texts.join('')),
  };
}
