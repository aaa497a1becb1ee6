import type { z } from 'zod';
import { nearest } from '../../lib/expressions/nearest.ts';
import type { Report } from './faults.ts';
import { keysAt } from './schema-keys.ts';
import type { Path, YamlDocument } from './yaml-document.ts';

type Issue = z.core.$ZodIssue;

/** Names of types for people who write YAML. */
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
 * Reports the issues of a schema as faults of the file: position, expected value, actual value and nearest name.
 * @param base path of the checked value in the document
 */
export function reportIssues(
  issues: readonly Issue[],
  schema: z.ZodType,
  document: YamlDocument,
  report: Report,
  base: Path = [],
): void {
  for (const issue of issues) reportIssue(issue, schema, document, report, base);
}

function reportIssue(issue: Issue, schema: z.ZodType, document: YamlDocument, report: Report, base: Path): void {
  const inner = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const path: Path = [...base, ...inner];
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, inner);
    for (const name of issue.keys) report(document.atKey([...path, name]), unknownName('key', name, known));
    return;
  }
  if (issue.code === 'invalid_key') {
    const [key = ''] = inner.slice(-1);
    for (const each of issue.issues) report(document.atKey(path), `${each.message}, found ${describeValue(key)}`);
    return;
  }
  const nested = issuesOfUnion(issue);
  if (nested.length > 0) {
    reportIssues(nested, schema, document, report, base);
    return;
  }
  if (document.doubtful(path)) return;
  const value = valueAt(document.value, path);
  if (value === undefined && inner.length > 0) {
    const name = String(path.at(-1));
    report(document.at(path.slice(0, -1)), `missing key "${name}"; ${sentence(issue)}`);
    return;
  }
  report(document.at(path), `${sentence(issue)}, found ${describeValue(value)}${hint(issue, value)}`);
}

/** Returns the issues of the best alternative of a union; an empty list if the issue of the union itself says more. */
function issuesOfUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [];
  const outright = issue.errors.every((errors) => errors.every(isOwn));
  if (outright && hasOwnMessage(issue)) return [];
  return likeliest(issue.errors).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Returns true for an issue of the value itself, and false for an issue of a nested value. */
const isOwn = ({ path }: Issue) => path.length === 0;

/** Returns the alternative that matched best: the one with the deepest issue, or with the right type. */
function likeliest(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (branch: readonly Issue[]) =>
    Math.max(...branch.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)));
  return [...branches].sort((a, b) => depth(b) - depth(a))[0] ?? [];
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return hasOwnMessage(issue) ? issue.message : `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      if (hasOwnMessage(issue)) return issue.message;
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    case 'too_small':
      return `expected ${amount(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `expected ${amount(issue.origin, 'at most', Number(issue.maximum))}`;
    default:
      return issue.message;
  }
}

/** Returns true if the schema has its own message about the expected value. */
function hasOwnMessage({ message }: Issue): boolean {
  return message.startsWith('expected');
}

function amount(origin: string, bound: string, limit: number): string {
  if (origin === 'string') return `${bound} ${limit} character${limit === 1 ? '' : 's'}`;
  if (origin === 'array') return `${bound} ${limit} in the list`;
  return `${bound} ${limit}`;
}

/** Returns the end of the sentence with a suggestion; an empty text without a suggestion. */
function hint(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_value') {
    return typeof value === 'string' && !hasOwnMessage(issue) ? didYouMean(value, issue.values.map(String)) : '';
  }
  if (issue.code !== 'invalid_type') return '';
  if (issue.expected === 'boolean' && typeof value === 'string') {
    if (/^(yes|on|y)$/i.test(value)) return '; did you mean true?';
    if (/^(no|off|n)$/i.test(value)) return '; did you mean false?';
  }
  const scalar = typeof value === 'number' || typeof value === 'boolean';
  return scalar && sentence(issue) === 'expected text' ? '; put it in quotes' : '';
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'keys and values';
  return typeof value === 'string' ? `"${value}"` : String(value);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown> | null)?.[part], value);
}

/** Returns `unknown key "cariers"; did you mean "carriers"?`, or a list of the known names if none is near. */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const suggestion = didYouMean(name, known);
  return `unknown ${kind} "${name}"${suggestion || (known.length > 0 ? `; expected one of ${known.join(', ')}` : '')}`;
}

function didYouMean(name: string, known: readonly string[]): string {
  const [best] = nearest(name, known);
  return best === undefined ? '' : `; did you mean "${best}"?`;
}
