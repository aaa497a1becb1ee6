/** Url-encoded bodies as some clients send them: `order_id[]=1&order_id[]=2`, `order_id[0]=1`, `lines[0][part_id]=5`. */

/** A name with one value is text, a name with several values is an array. Brackets make arrays and objects. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Branch = Map<string, Branch | string>;

const deepest = 8;

/**
 * Parses a url-encoded body.
 * @returns null if a name is unreadable: unclosed brackets, or too many levels
 */
export function parseForm(body: string): Record<string, FormValue> | null {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = pathOf(name);
    if (path === null || !put(root, path, value)) return null;
  }
  return Object.fromEntries([...root].map(([name, branch]) => [name, grown(branch)]));
}

function pathOf(name: string): string[] | null {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!parts) return null;
  const inner = [...parts[2]!.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1]!);
  return inner.length >= deepest ? null : [parts[1]!, ...inner];
}

function put(root: Branch, path: readonly string[], value: string): boolean {
  let branch = root;
  for (const [depth, part] of path.entries()) {
    // `[]` takes the next free index. A repeated plain name does the same.
    const key = part === '' ? String(branch.size) : part;
    const found = branch.get(key);
    if (depth === path.length - 1) {
      if (found === undefined) branch.set(key, value);
      else if (typeof found === 'string')
        branch.set(
          key,
          new Map<string, Branch | string>([
            ['0', found],
            ['1', value],
          ]),
        );
      else found.set(String(found.size), value);
      return true;
    }
    if (typeof found === 'string') return false;
    const next: Branch = found ?? new Map();
    if (found === undefined) branch.set(key, next);
    branch = next;
  }
  return true;
}

function grown(branch: Branch | string): FormValue {
  if (typeof branch === 'string') return branch;
  const entries = [...branch];
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => grown(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, grown(value)]));
}
