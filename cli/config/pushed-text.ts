import type { ConfigAnswer } from '../../client/client.ts';
import { activatedText, changesText } from './changes-text.ts';

/** Returns what a push has activated, or would activate, and the findings of its check. */
export function pushedText(pushed: ConfigAnswer, columns: number): string {
  const { ruleset, changed, changes, dry_run, findings } = pushed;
  const found = findings.map(({ file, line, message }) => `  ${file}:${line} ${message}\n`).join('');
  const check = findings.length === 0 ? '' : `Findings of the check, which stop nothing:\n${found}`;
  if (!changed || !dry_run) return check + activatedText(pushed, columns);
  return `${check}Rule set ${ruleset} has no faults. Nothing was activated. It would change:\n${changesText(changes, columns)}`;
}
