import { problem } from '../../problems/problems.ts';

/** Url-encoded bodies as some clients send them: `order_id[]=1&order_id[]=2`, `order_id[0]=1`, `lines[0][part_id]=5`. */

/** A name with one value is text, a name with several values is an array. Brackets make arrays and objects. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Branch = Map<string, Branch | string>;

const deepest = 8;

/**
 * The greatest number of names in a body: three for each of 3,000 lines, and the order's own. JSON has no such
 * limit.
 */
export const mostNames = 10_000;

/**
 * Parses a url-encoded body.
 * @returns null if a name is unreadable: unclosed brackets, or too many levels
 * @throws request.malformed for too many names
 */
export function parseForm(body: string): Record<string, FormValue> | null {
  const names = namesIn(body);
  if (names > mostNames) {
    const detail = `A url-encoded body may have ${mostNames} names, and this one has ${names}. Send it as application/json.`;
    throw problem('request.malformed', detail);
  }
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = pathOf(name);
    if (path === null || !put(root, path, value)) return null;
  }
  return Object.fromEntries([...root].map(([name, branch]) => [name, formValue(branch)]));
}

/** Returns the number of names, at a hundredth of the time that their values would take. */
function namesIn(body: string): number {
  let names = 1;
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) names += 1;
  return names;
}

function pathOf(name: string): string[] | null {
  const [, first, brackets] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || brackets === undefined) return null;
  const inner = [...brackets.matchAll(/(?<=\[)[^[\]]*(?=\])/g)].map(([part]) => part);
  return inner.length >= deepest ? null : [first, ...inner];
}

/** Adds a value at a path. @returns false if a part of the path already is a text */
function put(root: Branch, path: readonly string[], value: string): boolean {
  let branch = root;
  for (const [depth, part] of path.entries()) {
    // `[]` takes the next free index. A repeated plain name does the same.
    const key = part === '' ? String(branch.size) : part;
    if (depth === path.length - 1) {
      putValue(branch, key, value);
      return true;
    }
    const next: Branch | string = branch.get(key) ?? new Map();
    if (typeof next === 'string') return false;
    branch.set(key, next);
    branch = next;
  }
  return true;
}

/** Adds a value under a key. A second value makes an array. */
function putValue(branch: Branch, key: string, value: string): void {
  const present = branch.get(key);
  if (present === undefined) branch.set(key, value);
  else if (typeof present === 'string') branch.set(key, new Map([present, value].map((one, at) => [String(at), one])));
  else present.set(String(present.size), value);
}

function formValue(branch: Branch | string): FormValue {
  if (typeof branch === 'string') return branch;
  const entries = [...branch];
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => formValue(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, formValue(value)]));
}
