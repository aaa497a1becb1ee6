import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Recorded histories, as `<kind>.jsonl` in this folder: one event a line, with payloads as JSON in place of base64, and without
 * the fields that a replay does not use.
 */

/** A history as Temporal's JSON has it, with payloads in base64. */
export interface RecordedHistory {
  // biome-ignore lint/suspicious/noExplicitAny: events are JSON
  readonly events: any[];
}

const extension = '.jsonl';

/** Fields of ids, sizes and workers, which differ between two recordings of the same history. */
const droppedFields: ReadonlySet<string> = new Set([
  'historySizeBytes',
  'identity',
  'meteringMetadata',
  'requestId',
  'stackTrace',
  'taskId',
  'workerVersion',
]);

/**
 * Returns the kinds of the recorded histories. The kinds `earlier/…` are of workflows that earlier releases started: they may still
 * run, and no recording replaces them.
 */
export function recordedKinds(): string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const kinds = files.flatMap((name) => (name.endsWith(extension) ? name.slice(0, -extension.length) : []));
  return kinds.sort();
}

/** Returns whether a release before this one recorded the history. */
export const isEarlier = (kind: string): boolean => kind.startsWith('earlier/');

/** Returns the text of a recorded history. */
export function readText(kind: string): string {
  return readFileSync(join(import.meta.dirname, `${kind}${extension}`), 'utf8');
}

/** Returns a recorded history, ready for a replay. */
export function readHistory(kind: string): RecordedHistory {
  const lines = readText(kind).trimEnd().split('\n');
  return { events: lines.map((line) => JSON.parse(line, expand)) };
}

/** @param history as Temporal's JSON has it */
function writeHistory(kind: string, history: string): void {
  const { events }: RecordedHistory = JSON.parse(history);
  const text = events.map((event) => `${JSON.stringify(compact(event))}\n`).join('');
  // The operators' file of a test is in a folder of the machine.
  const withoutFolders = text.replace(/\/[^"\s]*\/conveyor-service-\w+\//g, '');
  writeFileSync(join(import.meta.dirname, `${kind}${extension}`), withoutFolders);
}

/** Writes the history of a kind if the environment variable `RECORD` names the kind, or all of them. */
export function recordHistory(kind: string, history: string): void {
  if (process.env.RECORD === kind || process.env.RECORD === 'all') writeHistory(kind, history);
}

/** A payload that the default converter wrote as JSON. */
interface Payload {
  readonly metadata: { readonly encoding: string; readonly type?: string };
  readonly data: string;
}

const jsonEncoding = toBase64('json/plain');

function isJsonPayload(value: unknown): value is Payload {
  const { metadata, data } = (value ?? {}) as Partial<Payload>;
  return metadata?.encoding === jsonEncoding && typeof data === 'string';
}

/** Returns a value without the fields that a replay does not use. The payloads keep all of theirs: `taskId` is one of an autowork. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonPayload(value)) {
    const { encoding: _, ...metadata } = value.metadata;
    return { json: JSON.parse(fromBase64(value.data)), ...metadata };
  }
  const fields = Object.entries(value).filter(([name]) => !droppedFields.has(name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, compactField(name, inner)]));
}

/** The queue of a worker's own cache has the name of its machine and process. */
const compactField = (name: string, value: unknown): unknown =>
  compact(name === 'workflowTaskScheduledEventAttributes' ? { ...(value as object), taskQueue: undefined } : value);

function expand(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('json' in value)) return value;
  const { json, ...metadata } = value;
  return { metadata: { encoding: jsonEncoding, ...metadata }, data: toBase64(JSON.stringify(json)) };
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function fromBase64(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8');
}
