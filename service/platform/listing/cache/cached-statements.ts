import { createHash } from 'node:crypto';

/** Each connection keeps every statement that has a name, for good: so only the first ones of a process get one. */
const mostCached = 60;
const kept = new Map<string, string>();

/** A name under which PostgreSQL keeps a statement parsed and planned; none once there are too many. */
export function cachedName(text: string): string | undefined {
  const known = kept.get(text);
  if (known !== undefined || kept.size >= mostCached) return known;
  const name = `list_${createHash('sha1').update(text).digest('base64url')}`;
  kept.set(text, name);
  return name;
}
