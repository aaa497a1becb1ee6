import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Configuration } from '../../config/configuration.ts';
import { ConfigurationError, faultLine } from '../../config/file/faults.ts';
import { loadConfiguration } from '../../config/load.ts';

/** A folder with these files, by their names. It is there until the test ends. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Loads a configuration from text, with other files beside it. */
export function loadText(
  text: string,
  variables: Variables = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Configuration> {
  return loadConfiguration(join(folderWith({ ...files, 'f.yaml': text }), 'f.yaml'), variables);
}

/** The faults of a text, one a line, without the folder of the file: `f.yaml:12:5 unknown key …`. */
export async function faultsOf(
  text: string,
  variables: Variables = {},
  files: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  try {
    await loadText(text, variables, files);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults.map((fault) => faultLine({ ...fault, file: 'f.yaml' }));
  }
}
