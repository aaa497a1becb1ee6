import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { defaultConfigurationFile } from '../../config/load.ts';
import { Failure } from '../../lib/failure.ts';
import { shownPath } from '../output/shown-path.ts';
import { type PluginKind, skeletonOf } from './skeleton.ts';

export interface NewPlugin {
  readonly name: string;
  readonly kind: PluginKind;
  /** Folder for the files; the default is `plugins` beside the configuration file. */
  readonly out?: string | undefined;
  /** Configuration file; paths of plugins are relative to it. */
  readonly configuration?: string | undefined;
}

export interface WrittenPlugin {
  /** Paths of the files, relative to the current folder if they are inside. */
  readonly files: readonly string[];
  readonly yaml: string;
  /** End of the command that runs a hook: the options that the plugin needs. */
  readonly options: string;
  /** Command that runs the test. */
  readonly test: string;
  /** Whether the test can import Conveyor: in its checkout, or in a project that has it installed. */
  readonly testable: boolean;
}

/** Writes a working plugin and its test. @throws Failure if a file exists or the name is not valid */
export function newPlugin({ name, kind, out, configuration = defaultConfigurationFile }: NewPlugin): WrittenPlugin {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Failure(
      `"${name}" is not a valid plugin name. Use lowercase letters, digits and hyphens, such as bike-courier.`,
      2,
    );
  }
  const home = dirname(resolve(configuration));
  const folder = resolve(out ?? join(home, 'plugins'));
  const { files, yaml } = skeletonOf(name, kind, pathFrom(home, join(folder, `${name}.mjs`)));
  const paths = Object.entries(files).map(([file, text]) => ({ path: join(folder, file), text }));
  const existing = paths.find(({ path }) => existsSync(path));
  if (existing) throw new Failure(`${shownPath(existing.path)} exists already. No file was written.`);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of paths) writeFileSync(path, text);
  return {
    files: paths.map(({ path }) => shownPath(path)),
    yaml,
    options: kind === 'carrier' ? " --options 'url: https://office.example.com'" : '',
    test: `npx vitest run --root ${shownPath(folder)}`,
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

export function newPluginText({ files, yaml, test, testable, options }: WrittenPlugin): string {
  return [
    `Created ${files.join(', ')}`,
    '',
    testable ? 'To run its test:' : 'To run its test, install the packages conveyor and vitest in that folder first:',
    `  ${test}`,
    '',
    'To use it, add to the configuration file:',
    ...yaml
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'To check and list it: conveyor plugin list',
    '',
    'To run a hook for an order without an effect on the order:',
    `  npx conveyor plugin run ${files[0]} --order NUMBER --hook plan${options}`,
    '',
  ].join('\n');
}

/** Returns the path of a plugin for the configuration file: relative with `./` or `../`, or absolute if it is far away. */
function pathFrom(home: string, file: string): string {
  const path = relative(home, file).split(sep).join('/');
  if (path.startsWith('../../../')) return file;
  return path.startsWith('.') ? path : `./${path}`;
}
