import type { z } from 'zod';
import { nearest } from '../../expressions/nearest.ts';
import type { Path, SourceDocument } from './document.ts';
import type { Report } from './faults.ts';
import { namesAt } from './schema-names.ts';

type Issue = z.core.$ZodIssue;

/** What a type is called by somebody who writes YAML. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'keys and values',
  record: 'keys and values',
};

/**
 * Tells the issues of a schema as faults of the file: where, what was expected, what is there, the nearest name.
 * @param base path of the value in the document that the schema checked
 */
export function reportIssues(
  issues: readonly Issue[],
  schema: z.ZodType,
  document: SourceDocument,
  report: Report,
  base: Path = [],
): void {
  for (const issue of issues) reportIssue(issue, schema, document, report, base);
}

function reportIssue(issue: Issue, schema: z.ZodType, document: SourceDocument, report: Report, base: Path): void {
  const inner = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const path: Path = [...base, ...inner];
  if (issue.code === 'unrecognized_keys') {
    const known = namesAt(schema, inner);
    for (const name of issue.keys) report(document.atKey([...path, name]), unknownName('key', name, known));
    return;
  }
  const outright = issue.code === 'invalid_union' && issue.errors.every((errors) => errors.every(isOwn));
  if (issue.code === 'invalid_union' && !(outright && hasOwnWords(issue))) {
    const branch = likeliest(issue.errors);
    const nested = branch.map((found) => ({ ...found, path: [...issue.path, ...found.path] }));
    if (nested.length > 0) {
      reportIssues(nested, schema, document, report, base);
      return;
    }
  }
  if (document.doubtful(path)) return;
  const found = valueAt(document.value, path);
  if (found === undefined && inner.length > 0) {
    const name = String(path.at(-1));
    report(document.at(path.slice(0, -1)), `missing key "${name}"; ${sentence(issue)}`);
    return;
  }
  report(document.at(path), `${sentence(issue)}, found ${shown(found)}${hint(issue, found)}`);
}

/** True for what is wrong with the value itself, and not with something in it. */
const isOwn = ({ path }: Issue) => path.length === 0;

/** The alternative that came furthest: the one whose first issue lies deepest, or which has the right type. */
function likeliest(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (branch: readonly Issue[]) =>
    Math.max(...branch.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
  return [...branches].sort((a, b) => depth(b) - depth(a))[0] ?? [];
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return hasOwnWords(issue) ? issue.message : `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      if (hasOwnWords(issue)) return issue.message;
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    case 'too_small':
      return `expected ${amount(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `expected ${amount(issue.origin, 'at most', Number(issue.maximum))}`;
    default:
      return issue.message;
  }
}

/** The schema says itself what it expected. */
function hasOwnWords({ message }: Issue): boolean {
  return message.startsWith('expected');
}

function amount(origin: string, bound: string, limit: number): string {
  if (origin === 'string') return `${bound} ${limit} character${limit === 1 ? '' : 's'}`;
  if (origin === 'array') return `${bound} ${limit} in the list`;
  return `${bound} ${limit}`;
}

function hint(issue: Issue, found: unknown): string {
  if (issue.code === 'invalid_value' && hasOwnWords(issue)) return '';
  if (issue.code === 'invalid_value' && typeof found === 'string') return didYouMean(found, issue.values.map(String));
  if (issue.code !== 'invalid_type') return '';
  if (issue.expected === 'boolean' && typeof found === 'string') {
    if (/^(yes|on|y)$/i.test(found)) return '; did you mean true?';
    if (/^(no|off|n)$/i.test(found)) return '; did you mean false?';
  }
  const scalar = typeof found === 'number' || typeof found === 'boolean';
  return scalar && sentence(issue) === 'expected text' ? '; put it in quotes' : '';
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'keys and values';
  return typeof value === 'string' ? `"${value}"` : String(value);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown> | null)?.[part], value);
}

/** `unknown key "cariers"; did you mean "carriers"?`, or the known names where none is near. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const suggestion = didYouMean(name, known);
  return `unknown ${what} "${name}"${suggestion || (known.length > 0 ? `; expected one of ${known.join(', ')}` : '')}`;
}

function didYouMean(name: string, known: readonly string[]): string {
  const [best] = nearest(name, known);
  return best === undefined ? '' : `; did you mean "${best}"?`;
}
