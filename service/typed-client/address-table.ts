import type { NamedCall } from './named-calls.ts';

interface Branch {
  [name: string]: string | Branch;
}

/** Where each call of the client goes, as an object of objects that the client is built from when it starts. */
export function addressTable(calls: readonly NamedCall[]): string {
  const table: Branch = {};
  for (const call of calls) {
    const branch = branchAt(table, call.place);
    set(branch, call.name, entry(call, call.takes));
    if (call.endpoint.lists?.as === 'page' && !call.endpoint.path.includes('{'))
      set(branch, 'each', entry(call, 'pages'));
  }
  return `export const addresses = {\n${lines(table, '  ')}} as const;\n`;
}

function branchAt(table: Branch, place: readonly string[]): Branch {
  let branch = table;
  for (const word of place) {
    branch[word] ??= {};
    const next = branch[word];
    if (typeof next === 'string') throw new Error(`${place.join('.')}: ${word} is a call already`);
    branch = next;
  }
  return branch;
}

function set(branch: Branch, name: string, text: string): void {
  if (branch[name] !== undefined) throw new Error(`${name} is there twice: ${text}`);
  branch[name] = text;
}

function entry({ endpoint: { method, path } }: NamedCall, takes: string | null): string {
  return `{ call: '${method} ${path}'${takes ? `, takes: '${takes}'` : ''} }`;
}

function lines(branch: Branch, indent: string): string {
  return Object.entries(branch)
    .map(([name, below]) => {
      const text = typeof below === 'string' ? below : `{\n${lines(below, `${indent}  `)}${indent}}`;
      return `${indent}${name}: ${text},\n`;
    })
    .join('');
}
