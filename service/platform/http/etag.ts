import { createHash } from 'node:crypto';

/** What of a record is shown: the parameters `embed` and `fields`. */
export interface Shown {
  readonly embed?: string;
  readonly fields?: string;
}

/** Characters: clients take headers of 16 KiB. Who asked for more than fits has a version that fits nothing. */
const longest = 1_000;

/**
 * The version of a record: a hash of its text, so that it needs no column and follows every change that can be seen. After a
 * point it says what of the record is in that text, so that `If-Match` is enough to read it again as it was seen.
 */
export function etagOf(text: string, shown: Shown = {}): string {
  const hash = createHash('sha1').update(text).digest('base64url');
  const parts = new URLSearchParams({ ...shown }).toString();
  return parts === '' || parts.length > longest ? `"${hash}"` : `"${hash}.${Buffer.from(parts).toString('base64url')}"`;
}

/** What an ETag is the version of; all that one of another maker says is that it does not fit. */
export function shownIn(etag: string): Shown {
  const [, parts] = /^"[\w-]{27}\.([\w-]+)"$/.exec(etag) ?? [];
  if (parts === undefined) return {};
  const search = new URLSearchParams(Buffer.from(parts, 'base64url').toString());
  return shownParts(search);
}

/** What a query asks for. */
export function shownParts(search: URLSearchParams): Shown {
  const embed = search.get('embed');
  const fields = search.get('fields');
  return { ...(embed === null ? {} : { embed }), ...(fields === null ? {} : { fields }) };
}

/** The versions that an `If-Match` or `If-None-Match` header names; null where any will do. */
export function named(header: string): string[] | null {
  if (header.trim() === '*') return null;
  return header.split(',').map((one) => one.trim().replace(/^W\//, ''));
}

/** Whether an `If-Match` or `If-None-Match` header names this version. */
export function names(header: string, etag: string): boolean {
  return named(header)?.includes(etag) ?? true;
}
