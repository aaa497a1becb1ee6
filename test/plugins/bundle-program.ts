import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../../config/root.ts';

/**
 * Bundles a program of the tests, because Node runs no TypeScript. A process starts the bundle in a third of the time of a loader.
 * @param file the path of the program
 * @returns the path of the bundle, in a folder of its own, which the caller removes
 */
export async function bundleProgram(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    build: { ssr: file, write: false },
  });
  if (!('output' in result)) throw new Error(`${file} has no bundle`);
  // Node finds the packages from here.
  const cache = join(projectRoot, 'node_modules', '.cache', 'conveyor');
  mkdirSync(cache, { recursive: true });
  const bundle = join(mkdtempSync(join(cache, 'program-')), 'program.mjs');
  writeFileSync(bundle, result.output[0].code);
  return bundle;
}
