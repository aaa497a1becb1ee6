import { createHash } from 'node:crypto';

/** The version of a record: a hash of its text, so that it needs no column and follows every change that can be seen. */
export const etagOf = (text: string) => `"${createHash('sha1').update(text).digest('base64url')}"`;

/** Whether an `If-Match` or `If-None-Match` header names this version. */
export function names(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
