import type { ConfigAnswer } from '../../client/client.ts';
import { changesText } from './changes-text.ts';

/** Returns what a push has activated, or would activate, and the findings of its check. */
export function pushedText(
  { ruleset, before, changed, changes, dry_run, findings }: ConfigAnswer,
  columns: number,
): string {
  const found = findings.map(({ file, line, message }) => `  ${file}:${line} ${message}\n`).join('');
  const check = findings.length === 0 ? '' : `Findings of the check, which stop nothing:\n${found}`;
  if (!changed) return `${check}The configuration has not changed: rule set ${ruleset}.\n`;
  const replaced = before === '' ? 'It is the first one.' : `It replaces ${before}.`;
  if (!dry_run) return `${check}Activated rule set ${ruleset}. ${replaced}\n${changesText(changes, columns)}`;
  return `${check}Rule set ${ruleset} has no faults. Nothing was activated. It would change:\n${changesText(changes, columns)}`;
}
