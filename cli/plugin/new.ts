import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { defaultConfigurationFile } from '../../config/load.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { type PluginKind, skeletonOf } from './skeleton.ts';

export interface NewPlugin {
  readonly name: string;
  readonly kind: PluginKind;
  /** Folder to write into; without it `plugins` beside the operators' file. */
  readonly out?: string | undefined;
  /** The operators' file, which paths of plugins are relative to. */
  readonly configuration?: string | undefined;
}

export interface WrittenPlugin {
  /** As they may be typed: relative to the current folder where they are in it. */
  readonly files: readonly string[];
  readonly yaml: string;
  /** What runs its test. */
  readonly test: string;
  /** False where its test does not find Conveyor: outside of the checkout, and of projects that have it installed. */
  readonly testable: boolean;
}

/** Writes a plugin that works, and its test. @throws Failure where it would overwrite something, or for an odd name */
export function newPlugin({ name, kind, out, configuration = defaultConfigurationFile }: NewPlugin): WrittenPlugin {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Failure(
      `"${name}" is no name for a plugin: use small letters, digits and hyphens, such as bike-courier.`,
      2,
    );
  }
  const home = dirname(resolve(configuration));
  const folder = resolve(out ?? join(home, 'plugins'));
  const { files, yaml } = skeletonOf(name, kind, pathFrom(home, join(folder, `${name}.mjs`)));
  const paths = Object.entries(files).map(([file, text]) => ({ path: join(folder, file), text }));
  const taken = paths.find(({ path }) => existsSync(path));
  if (taken) throw new Failure(`${shown(taken.path)} is there already: nothing was written.`);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of paths) writeFileSync(path, text);
  return {
    files: paths.map(({ path }) => shown(path)),
    yaml,
    test: `npx vitest run --root ${shown(folder)}`,
    testable: findsConveyor(folder),
  };
}

function findsConveyor(folder: string): boolean {
  try {
    createRequire(join(folder, 'any.mjs')).resolve('conveyor/testing');
    return true;
  } catch {
    return false;
  }
}

export function newPluginText({ files, yaml, test, testable }: WrittenPlugin): string {
  return [
    `Written: ${files.join(', ')}`,
    '',
    testable
      ? 'Its test passes as it is:'
      : 'Its test passes once the packages conveyor and vitest are installed there:',
    `  ${test}`,
    '',
    "To use it, write into the operators' file:",
    ...yaml
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'and have it checked and listed: conveyor plugin list',
    '',
  ].join('\n');
}

/** Paths of plugins begin with `./` or `../`; those that are far away are absolute. */
function pathFrom(home: string, file: string): string {
  const path = relative(home, file).split(sep).join('/');
  if (path.startsWith('../../../')) return file;
  return path.startsWith('.') ? path : `./${path}`;
}

function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near === '' ? '.' : near.startsWith('..') ? path : near;
}
