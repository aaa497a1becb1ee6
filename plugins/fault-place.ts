import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the line of a plugin file where an error came up: `/srv/plugins/bicycle.mjs:12:5`. Plugins are loaded from addresses with
 * the hash of their content (load.ts), which this removes.
 * @returns null for an error without a plugin file in its stack
 */
export function faultPlace(error: unknown): string | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = [...stack.matchAll(/((?:file:\/)?\/[^\s?()]+)\?content=\w+:(\d+)(?::(\d+))?/g)];
  // Node puts the line of the source first, without a column.
  const [, url, line, column] = places.find(([, , , column]) => column !== undefined) ?? places[0] ?? [];
  if (url === undefined) return null;
  // Loaders other than Node's name the path alone.
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  return [path, line, column].filter(Boolean).join(':');
}

/** Greatest length of a stack in a log, in characters: some hundred frames. */
const longestStack = 20_000;

/** Greatest number of causes that a stack names. An error can be its own cause. */
const mostCauses = 5;

/** Returns the stacks of an error and its causes, as the engine of JavaScript wrote them. */
export function joinedStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stacks: string[] = [];
  for (let at: unknown = error; at instanceof Error && stacks.length <= mostCauses; at = at.cause) {
    stacks.push(typeof at.stack === 'string' ? at.stack : `${at.name}: ${at.message}`);
  }
  return stacks.join('\nCaused by: ').slice(0, longestStack);
}

/**
 * Returns the whole stack of a plugin's error, with causes and paths, for the author of the plugin: `at book
 * (/srv/plugins/bicycle.mjs:12:5)`.
 */
export function faultStack(error: unknown): string {
  return joinedStack(error)
    .replaceAll(/\?content=\w+(?=:\d)/g, '')
    .replaceAll(/file:\/\/\/[^\s?()]+?(?=:\d)/g, (url) => fileURLToPath(url));
}

/** Returns ` (bicycle.mjs:12:5)` for the end of a message that everybody may read; '' for an unknown place. */
export function atPlace(error: unknown): string {
  const place = faultPlace(error);
  return place === null ? '' : ` (${basename(place)})`;
}

/** A file of a program with its folders, and not the end of a web address. */
const programFile = /(?<![\w:/.])(?:file:\/\/)?(?:\/[^\s'"():/]+)+\/([^\s'"():/]+\.(?:[cm]?[jt]s|json|node))\b/g;

/**
 * Returns the message of an error for everybody who may read an order. Its files have no folders, which tell about the machine, and
 * Node's errors of connections have no hosts.
 */
export function publicMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { path, dest, address, hostname, port } = error as NodeJS.ErrnoException & Readonly<Record<string, unknown>>;
  const files = [path, dest].filter((each): each is string => typeof each === 'string' && each.includes('/'));
  const hosts = [`${address}:${port}`, address, hostname].filter((each): each is string => typeof each === 'string');
  const message = files.reduce((text, each) => text.replaceAll(each, basename(each)), error.message);
  return hosts.reduce((text, each) => text.replaceAll(each, 'its host'), message).replace(programFile, '$1');
}

/** Returns ` (bicycle.mjs:12)` for a file with a fault of syntax: Node names its line only when it ends with the error. */
export function atSyntaxFault(file: string): string {
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: 10_000 });
  const line = /:(\d+)\n/.exec(stderr ?? '')?.[1];
  return line === undefined ? '' : ` (${basename(file)}:${line})`;
}
