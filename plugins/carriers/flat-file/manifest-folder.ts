import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../../lib/sync-folder.ts';
import { CarrierUnavailable } from '../../errors.ts';
import { publicMessage } from '../../fault-place.ts';

/** A carton of a manifest, with the fields for its columns. */
export interface ManifestRow {
  readonly carton_id: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** The published files of one manifest, by file name. */
export type ManifestFiles = Readonly<Record<string, Buffer>>;

/**
 * The manifests of one carrier in a shared folder.
 *
 * Each carton is a small file under `.conveyor`, which is written atomically. A crash between two cartons or two concurrent
 * workers therefore neither lose nor repeat a carton. The published files are made from all cartons in a temporary file and
 * renamed, so that the carrier never reads half a file. After the rename the writer checks for new cartons and repeats if there
 * are any. The last published file has all cartons, without a lock that a crashed worker could leave.
 */
export class ManifestFolder {
  readonly #folder: string;
  readonly #home: string;

  /** @param carrier part of file names: letters, digits and hyphens */
  constructor(folder: string, carrier: string) {
    this.#folder = folder;
    this.#home = join(folder, '.conveyor', carrier);
  }

  /** Returns the manifest of a carton among the recent manifests; undefined if it is on none. */
  async find(cartonId: number): Promise<string | undefined> {
    for (const name of (await this.#names()).slice(-recent).reverse()) {
      const file = await stat(join(this.#home, 'rows', name, `${cartonId}.json`)).catch(missing);
      if (file) return name;
    }
    return undefined;
  }

  /** Returns the names of all manifests, sorted. */
  async #names(): Promise<string[]> {
    return ((await readdir(join(this.#home, 'rows')).catch(missing)) ?? []).sort();
  }

  /** Returns the last manifest whose name has this ending; undefined if no name has it. */
  async findByEnding(ending: string): Promise<string | undefined> {
    return (await this.#names()).findLast((name) => name.endsWith(ending));
  }

  /** Puts cartons on a manifest, and replaces the fields of cartons that are already on it. */
  async put(manifest: string, rows: readonly ManifestRow[]): Promise<void> {
    await this.#writable();
    const room = join(this.#home, 'rows', manifest);
    await mkdir(room, { recursive: true });
    for (const row of rows) {
      await this.#replace(join(room, `${row.carton_id}.json`), Buffer.from(JSON.stringify(row)));
    }
  }

  /** Removes a carton from a manifest. */
  async take(manifest: string, cartonId: number): Promise<void> {
    await rm(join(this.#home, 'rows', manifest, `${cartonId}.json`), { force: true });
  }

  /**
   * Writes the published files with all cartons of the manifest. A call during a write waits for the next write. All waiting calls
   * share one write.
   */
  publish(manifest: string, render: (rows: readonly ManifestRow[]) => ManifestFiles): Promise<void> {
    const key = join(this.#home, manifest);
    const { next, now } = turns.get(key) ?? {};
    if (next) return next;
    const turn = (now ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        turns.set(key, { now: turn });
        return this.#write(manifest, render);
      })
      .finally(() => {
        if (turns.get(key)?.now === turn && !turns.get(key)?.next) turns.delete(key);
      });
    turns.set(key, { ...(now ? { now } : {}), next: turn });
    return turn;
  }

  async #write(manifest: string, render: (rows: readonly ManifestRow[]) => ManifestFiles): Promise<void> {
    await this.#writable();
    await this.#tidy();
    const room = join(this.#home, 'rows', manifest);
    let written: string | undefined;
    for (;;) {
      const rowFiles = await rowFilesIn(room);
      const version = versionOf(rowFiles);
      if (version === written) return;
      written = version;
      const rows = rowFiles.map(({ row }) => row).sort((one, other) => one.carton_id - other.carton_id);
      for (const [name, content] of Object.entries(render(rows))) {
        await this.#replace(join(this.#folder, name), content);
      }
    }
  }

  async #tidy(): Promise<void> {
    const aside = join(this.#home, 'aside');
    // The clock of the file server counts, because it may differ from the clock of this machine.
    const now = (await stat(aside).catch(missing))?.mtimeMs ?? 0;
    for (const name of (await readdir(aside).catch(missing)) ?? []) {
      const left = await stat(join(aside, name)).catch(missing);
      if (left && now - left.mtimeMs > asideMs) await rm(join(aside, name), { force: true });
    }
    for (const name of (await this.#names()).slice(0, -mostStored)) {
      await rm(join(this.#home, 'rows', name), { recursive: true, force: true });
    }
  }

  /** Checks the folder and does not create it: if a share is not mounted, files would go to the wrong place. */
  async #writable(): Promise<void> {
    try {
      await access(this.#folder, constants.W_OK);
    } catch (error) {
      const fault = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be written to';
      throw new CarrierUnavailable(`the folder ${basename(this.#folder)} ${fault}`, undefined, error);
    }
  }

  /** Writes a temporary file to the disk and renames it. */
  async #replace(path: string, content: Buffer): Promise<void> {
    const aside = join(this.#home, 'aside');
    await mkdir(aside, { recursive: true });
    const temporary = join(aside, randomUUID());
    try {
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true });
      throw new CarrierUnavailable(`${basename(path)} cannot be written: ${publicMessage(error)}`, undefined, error);
    }
  }
}

/** Number of manifests that are searched for a carton: some three months with one a day. */
const recent = 100;
/** Number of manifests whose cartons are stored. Published files are never deleted. */
const mostStored = 400;
/** Age of a crashed worker's temporary file when it is deleted, in milliseconds. */
const asideMs = 3_600_000;

/** The present and the next write of each manifest. */
const turns = new Map<string, { readonly now?: Promise<void>; readonly next?: Promise<void> }>();

interface RowFile {
  readonly file: string;
  readonly row: ManifestRow;
}

/** Cached rows by name, inode and time of their files. A file is replaced and never changed. */
const cachedRows = new Map<string, ManifestRow>();
const mostCachedRows = 50_000;

async function rowFilesIn(room: string): Promise<RowFile[]> {
  const names = ((await readdir(room).catch(missing)) ?? []).filter((name) => /^\d+\.json$/.test(name));
  const files = await Promise.all(names.map((name) => rowFileOf(join(room, name))));
  return files.filter((one) => one !== undefined);
}

async function rowFileOf(path: string): Promise<RowFile | undefined> {
  const stats = await stat(path, { bigint: true }).catch(missing);
  if (!stats) return undefined;
  const file = `${path} ${stats.ino} ${stats.mtimeNs}`;
  const cached = cachedRows.get(file);
  if (cached) return { file, row: cached };
  const text = await readFile(path, 'utf8').catch(missing);
  if (text === undefined) return undefined;
  const row = JSON.parse(text) as ManifestRow;
  if (cachedRows.size >= mostCachedRows) cachedRows.clear();
  cachedRows.set(file, row);
  return { file, row };
}

function versionOf(rowFiles: readonly RowFile[]): string {
  const files = rowFiles.map(({ file }) => file).sort();
  return createHash('sha256').update(files.join('\n')).digest('hex');
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
