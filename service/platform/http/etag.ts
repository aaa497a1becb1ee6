import { createHash } from 'node:crypto';

/** The parameters `embed` and `fields` of an answer. */
export interface Shown {
  readonly embed?: string;
  readonly fields?: string;
}

/** The limit of the encoded parameters in characters, because headers have at most 16 KiB. Longer ones are left out. */
const longest = 1_000;

/**
 * Returns the version of a record: a hash of its text, so that every visible change changes it. The part after the point encodes
 * `embed` and `fields`, so that `If-Match` suffices to read the record again in the same form.
 */
export function etagOf(text: string, shown: Shown = {}): string {
  const hash = createHash('sha1').update(text).digest('base64url');
  const parts = new URLSearchParams({ ...shown }).toString();
  return parts === '' || parts.length > longest ? `"${hash}"` : `"${hash}.${Buffer.from(parts).toString('base64url')}"`;
}

/** Returns the parameters that an ETag encodes. The ETag of another service encodes none. */
export function shownIn(etag: string): Shown {
  const [, parts] = /^"[\w-]{27}\.([\w-]+)"$/.exec(etag) ?? [];
  if (parts === undefined) return {};
  const search = new URLSearchParams(Buffer.from(parts, 'base64url').toString());
  return shownParts(search);
}

/** Returns `embed` and `fields` of a query. Some clients send each name as a parameter of its own, in place of one with commas. */
export function shownParts(search: URLSearchParams): Shown {
  const all = (name: keyof Shown): Shown => (search.has(name) ? { [name]: search.getAll(name).join() } : {});
  return { ...all('embed'), ...all('fields') };
}

/** Returns the versions in an `If-Match` or `If-None-Match` header; null for `*`. */
export function named(header: string): string[] | null {
  if (header.trim() === '*') return null;
  return header.split(',').map((one) => one.trim().replace(/^W\//, ''));
}

/** Returns whether an `If-Match` or `If-None-Match` header contains this version. */
export function names(header: string, etag: string): boolean {
  return named(header)?.includes(etag) ?? true;
}
