import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { displayed, type Terminal } from '../../../cli/output/terminal.ts';

/** Creates a folder with these files. It is removed after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-import-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

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
