import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../../cli/stack/temporal/programs.ts';
import { projectRoot } from '../../../config/root.ts';

/** A build of the programs with the migrations that it knows. */
export interface Build {
  readonly name: string;
  /** A folder like that of a clone: `dist`, the migrations and the other files that the programs read. */
  readonly root: string;
}

/** The build of this clone. */
export const thisBuild: Build = { name: 'this build', root: projectRoot };

/**
 * The build of the release before, as a commit or tag. With each release, name the release before; 0.2.0 is the first whose database
 * a later one takes over. CONVEYOR_PREVIOUS_BUILD names another one.
 */
export const previousCommit = process.env.CONVEYOR_PREVIOUS_BUILD ?? 'v0.2.0';

const migrations = join('service', 'platform', 'database', 'migrations');
const packages = 'node_modules';

/** Returns whether the history of this clone has a commit. A clone of the last commit alone has no other one. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: projectRoot, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Compiles the programs of a commit, with the packages of this clone, once for each machine: the result is kept beside other
 * downloads and builds of Conveyor. The console is left out.
 * @throws Error if the commit cannot be compiled
 */
export function buildOf(commit: string): Build {
  const folder = join(dirname(cacheFolder(process.env)), 'builds');
  const id = execFileSync('git', ['rev-parse', `${commit}^{commit}`], { cwd: projectRoot, encoding: 'utf8' }).trim();
  const root = join(folder, id);
  if (!existsSync(root)) {
    mkdirSync(folder, { recursive: true });
    const made = mkdtempSync(join(folder, '.building-'));
    try {
      compile(commit, made);
      // Another run may have made the same folder first.
      if (!existsSync(root)) renameSync(made, root);
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }
  linkPackages(root);
  return { name: commit.slice(0, 8), root };
}

function compile(commit: string, root: string): void {
  const run = (file: string, args: readonly string[], cwd: string) =>
    execFileSync(file, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  run('git', ['archive', '--format=tar', `--output=${join(root, 'archive.tar')}`, commit], projectRoot);
  run('tar', ['-xf', 'archive.tar'], root);
  rmSync(join(root, 'archive.tar'));
  linkPackages(root);
  run(process.execPath, [join(packages, 'typescript', 'bin', 'tsc'), '--project', 'tsconfig.build.json'], root);
  run(process.execPath, [join('dist', 'worker', 'bundle.js')], root);
}

/** The files and folders of a clone that the programs read. */
const programFiles = ['package.json', 'config', join('docs', 'concepts'), 'service', 'dist'];

/** Copies the build of this clone into a folder, and adds migrations to it, as the next build has them. */
export function buildWithMigrations(root: string, texts: Readonly<Record<string, string>>): Build {
  for (const path of programFiles) cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  linkPackages(root);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, migrations, name), text);
  return { name: 'the next build', root };
}

/** Returns the names of the migrations that a build knows. */
export const migrationsOf = ({ root }: Build): string[] => readdirSync(join(root, migrations)).sort();

/** A build of another clone refers to the packages of that clone, which may be gone. */
function linkPackages(root: string): void {
  const link = join(root, packages);
  rmSync(link, { force: true });
  symlinkSync(join(projectRoot, packages), link);
}
