import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CarrierUnavailable } from '../../errors.ts';

/** A carton of a manifest, by the names of what columns are made of. */
export interface ManifestRow {
  readonly carton_id: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** What stands in the folder for one manifest, by the name of the file. */
export type ManifestFiles = Readonly<Record<string, Buffer>>;

/**
 * Manifests of one carrier in a folder that others read.
 *
 * A carton is a small file of its own under `.conveyor`, written whole or not at all, and so neither a kill between two cartons
 * nor two workers at once lose or double one. What the carrier reads is made of all of them, put together aside and renamed: there
 * is never half a file. Whoever has renamed looks again whether cartons came meanwhile, and does it once more; so the last file
 * that is written has them all, with no lock that a killed worker could leave behind.
 */
export class ManifestFolder {
  readonly #folder: string;
  readonly #home: string;

  /** @param carrier part of file names: letters, digits and hyphens */
  constructor(folder: string, carrier: string) {
    this.#folder = folder;
    this.#home = join(folder, '.conveyor', carrier);
  }

  /** The manifest that a carton is on; of those of a month, the rest is history. */
  async find(cartonId: number): Promise<string | undefined> {
    for (const name of (await this.#names()).slice(-recent).reverse()) {
      const there = await stat(join(this.#home, 'rows', name, `${cartonId}.json`)).catch(missing);
      if (there) return name;
    }
    return undefined;
  }

  /** Names of manifests that there are, sorted. */
  async #names(): Promise<string[]> {
    return ((await readdir(join(this.#home, 'rows')).catch(missing)) ?? []).sort();
  }

  /** Name of a manifest that ends so, if there is one. */
  async named(ending: string): Promise<string | undefined> {
    return (await this.#names()).findLast((name) => name.endsWith(ending));
  }

  /** Puts cartons on a manifest; those that are on it are written anew. */
  async put(manifest: string, rows: readonly ManifestRow[]): Promise<void> {
    await this.#writable();
    const room = join(this.#home, 'rows', manifest);
    await mkdir(room, { recursive: true });
    for (const row of rows) {
      await this.#replace(join(room, `${row.carton_id}.json`), Buffer.from(JSON.stringify(row)));
    }
  }

  /** Takes a carton off a manifest. */
  async take(manifest: string, cartonId: number): Promise<void> {
    await rm(join(this.#home, 'rows', manifest, `${cartonId}.json`), { force: true });
  }

  /**
   * Writes what the carrier reads, of all cartons that are on the manifest. Whoever comes while it is being written waits for the
   * next time, and all who wait are served by one.
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
      const found = await rowsIn(room);
      const version = versionOf(found);
      if (version === written) return;
      written = version;
      const rows = found.map(({ row }) => row).sort((one, other) => one.carton_id - other.carton_id);
      for (const [name, content] of Object.entries(render(rows))) {
        await this.#replace(join(this.#folder, name), content);
      }
    }
  }

  async #tidy(): Promise<void> {
    const aside = join(this.#home, 'aside');
    // By the clock of whoever keeps the files: that of a share may differ from ours, and what is being written now would seem old.
    const now = (await stat(aside).catch(missing))?.mtimeMs ?? 0;
    for (const name of (await readdir(aside).catch(missing)) ?? []) {
      const left = await stat(join(aside, name)).catch(missing);
      if (left && now - left.mtimeMs > asideMs) await rm(join(aside, name), { force: true });
    }
    for (const name of (await this.#names()).slice(0, -mostKept)) {
      await rm(join(this.#home, 'rows', name), { recursive: true, force: true });
    }
  }

  /** The folder itself is not made: where a share is not mounted, files would go where nobody looks for them. */
  async #writable(): Promise<void> {
    try {
      await access(this.#folder, constants.W_OK);
    } catch (error) {
      const what = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'cannot be written to';
      throw new CarrierUnavailable(`the folder ${this.#folder} ${what}`, undefined, error);
    }
  }

  /** Aside, to the disk, and in one step into its place. */
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
      await synced(dirname(path));
    } catch (error) {
      await rm(temporary, { force: true });
      throw new CarrierUnavailable(`${path} cannot be written: ${(error as Error).message}`, undefined, error);
    }
  }
}

/** Manifests that a carton is looked for in: a season's, with one a day. */
const recent = 100;
/** Manifests whose cartons are kept. What the carrier reads is never deleted. */
const mostKept = 400;
/** What a killed worker left aside is of no use to anybody. */
const asideMs = 3_600_000;

/** A power cut after it leaves the file under its name. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By manifest: who writes it now, and who will next, with all that was put on it until then. */
const turns = new Map<string, { readonly now?: Promise<void>; readonly next?: Promise<void> }>();

interface FoundRow {
  readonly file: string;
  readonly row: ManifestRow;
}

/** A row is never changed in its place, and so what was read once is known by name, inode and time. */
const known = new Map<string, ManifestRow>();
const knownMost = 50_000;

async function rowsIn(room: string): Promise<FoundRow[]> {
  const names = ((await readdir(room).catch(missing)) ?? []).filter((name) => /^\d+\.json$/.test(name));
  const found = await Promise.all(names.map((name) => rowOf(join(room, name))));
  return found.filter((one) => one !== undefined);
}

async function rowOf(path: string): Promise<FoundRow | undefined> {
  const there = await stat(path, { bigint: true }).catch(missing);
  if (!there) return undefined;
  const file = `${path} ${there.ino} ${there.mtimeNs}`;
  const kept = known.get(file);
  if (kept) return { file, row: kept };
  const text = await readFile(path, 'utf8').catch(missing);
  if (text === undefined) return undefined;
  const row = JSON.parse(text) as ManifestRow;
  if (known.size >= knownMost) known.clear();
  known.set(file, row);
  return { file, row };
}

function versionOf(found: readonly FoundRow[]): string {
  const files = found.map(({ file }) => file).sort();
  return createHash('sha256').update(files.join('\n')).digest('hex');
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
