import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Client } from '../../client/client.ts';
import { configurationChanges, type FileText } from '../../config/changes.ts';
import { Failure } from '../../lib/failure.ts';
import { changesText } from './changes-text.ts';

export interface VersionDifference {
  readonly before: string;
  readonly after: string;
  /** A sentence for each rule and each other entry. */
  readonly changes: readonly string[];
  /** The differences of the texts, in the unified format. */
  readonly patch: string;
}

/** A configuration under its name for people. */
interface NamedFiles {
  readonly name: string;
  readonly files: readonly FileText[];
}

/** Lines around a difference. */
const context = 2;

/**
 * Compares two versions, or a version with the file on this machine.
 * @param before number of a version; undefined for the active one
 * @param after number of a version; undefined for the file
 * @param present reads the file on this machine
 * @throws Failure for a text that is no number of a version
 */
export async function compareVersions(
  client: Client,
  before: string | undefined,
  after: string | undefined,
  present: () => Promise<readonly FileText[]>,
): Promise<VersionDifference> {
  const one = await versionFiles(client, before ?? (await activeVersion(client)));
  const other = after === undefined ? fileOf(await present()) : await versionFiles(client, after);
  return {
    before: one.name,
    after: other.name,
    changes: configurationChanges(one.files, other.files),
    patch: patchText(one, other),
  };
}

export function differenceText({ before, after, changes, patch }: VersionDifference, columns: number): string {
  if (patch === '') return `${before} and ${after} are the same.\n`;
  const sentences = changes.length === 0 ? '  Only comments and layout differ.\n' : changesText(changes, columns);
  return `From ${before} to ${after}:\n${sentences}\n${patch}`;
}

function patchText(one: NamedFiles, other: NamedFiles): string {
  const [old, now] = [textsByName(one.files), textsByName(other.files)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => {
      const texts = [old.get(name) ?? '', now.get(name) ?? ''] as const;
      const patch = createTwoFilesPatch(`${one.name}: ${name}`, `${other.name}: ${name}`, ...texts, '', '', {
        context,
      });
      // The library writes a line of its own first, and a tab for a date behind each name.
      return patch.replace(/^=+\n/, '').replace(/^(---|\+\+\+)(.*)\t$/gm, '$1$2');
    })
    .join('');
}

/** Returns the texts by their place from the folder of the main file, whatever folder the reader started in. */
function textsByName(files: readonly FileText[]): Map<string, string> {
  const home = dirname(files[0]?.file ?? '');
  const nameOf = (file: string, index: number) => (index === 0 ? 'the main file' : relative(home, file));
  return new Map(files.map(({ file, text }, index) => [nameOf(file, index), text]));
}

/** Returns the file that the service reads, where it is on this machine. @returns undefined if this machine does not have it */
export async function serviceFile(client: Client): Promise<string | undefined> {
  const { file } = await client.config.get();
  return existsSync(file) ? file : undefined;
}

const fileOf = (files: readonly FileText[]): NamedFiles => ({ name: files[0]?.file ?? 'the file', files });

async function activeVersion(client: Client): Promise<string> {
  const active = (await client.config.history.get()).find((version) => version.active);
  if (!active) throw new Failure('The service has no active version.');
  return String(active.version);
}

/** Returns the files of a version. */
async function versionFiles(client: Client, version: string): Promise<NamedFiles> {
  const { files } = await client.config.version.get(versionNumber(version));
  return { name: `version ${version}`, files };
}

/** Returns the number of a version. @throws Failure */
export function versionNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Failure(`"${text}" is no version. conveyor config history lists the versions.`, 2);
}
