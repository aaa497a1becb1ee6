import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// The compiled program needs a Node that is new enough, the packages, and the build. Plain
// JavaScript without packages, since this runs on a fresh clone. With nothing to do it takes some milliseconds.

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const oldestNode = [20, 19];
const stampFile = join(root, 'dist', '.sources.json');

/** Prepares as below; where it fails, ends the process with the sentence that says why. */
export async function prepareOrExit(say) {
  try {
    await prepare(say);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Checks Node. Installs packages and builds, if they are missing or out of date. It calls `say` before an action
 * that takes time.
 */
export async function prepare(say) {
  assertNode();
  if (isInstalled() && isBuilt()) return;
  await alone(async () => {
    if (!isInstalled()) {
      say('Installing packages …');
      await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund']);
    }
    if (!isBuilt()) {
      say('Building …');
      await build();
    }
  });
}

function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(
    `Conveyor needs Node ${oldestNode.join('.')} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
}

/** True where node_modules holds what package-lock.json says. npm notes what it has installed in a lock file of its own. */
function isInstalled() {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, peer }]) => {
    const found = installed[path];
    // Packages for other systems are in the lock file and not installed.
    if (path === '' || (!found && (optional || devOptional || peer))) return true;
    return found?.version === version && found?.integrity === integrity;
  });
}

/** True if the build matches the current sources: the same files, unchanged since the build. */
function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === JSON.stringify(sources());
}

/** The files that the compiler reads, each with the time of its last change, and the packages it was compiled against. */
function sources() {
  const found = {};
  const visit = (path) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (/\.(tsx?|json|css|html)$/.test(path)) found[relative(root, path)] = stat.mtimeMs;
  };
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  for (const name of [...include, 'console', 'tsconfig.json', 'tsconfig.build.json'])
    if (name !== 'test') visit(join(root, name));
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return { lock, found };
}

/** Compiles, then bundles the workflows where they changed. */
async function build() {
  const now = sources();
  // The compiler keeps the output of files that are gone, and plugins are found by looking into a folder.
  const known = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')).found : undefined;
  if (!known || Object.keys(known).some((path) => !(path in now.found))) {
    rmSync(join(root, 'dist'), { recursive: true, force: true });
  }
  await runNpm(['run', '--silent', 'build']);
  writeFileSync(stampFile, JSON.stringify(now));
}

function runNpm(args) {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  return run(command, [...first, ...args]);
}

/** Runs a command at the project's root, with its output on stderr. Rejects if the command fails. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  const stop = () => {
    child.kill('SIGTERM');
    process.exit(143);
  };
  process.once('SIGTERM', stop);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : `it ended with ${signal ?? code}`));
  });
  process.off('SIGTERM', stop);
  if (failure)
    throw new Error(
      `"${['npm', ...args.filter((arg) => !arg.endsWith('.js'))].join(' ')}" failed: ${failure}; what it says is above.`,
    );
}

/** Two starts at once on one clone: the second waits for the first. */
async function alone(work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `conveyor-prepare-${name}.pid`);
  while (!take(file)) await pause(200);
  const leave = () => rmSync(file, { force: true });
  process.once('exit', leave);
  try {
    await work();
  } finally {
    process.off('exit', leave);
    leave();
  }
}

function take(file) {
  try {
    const lock = openSync(file, 'wx');
    writeSync(lock, String(process.pid));
    closeSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // Empty for the moment between making the file and writing to it.
    if (!pid) return Date.now() - statSync(file).mtimeMs < 2_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
