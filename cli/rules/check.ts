import { faultLine } from '../../config/file/faults.ts';
import { type CheckResult, checkResultOf } from '../../config/rules/check.ts';
import { loadFile } from './files.ts';

/** Checks a file for faults, and for rules that cannot have an effect. */
export async function checkRules(file: string | undefined): Promise<CheckResult> {
  return checkResultOf(await loadFile(file));
}

export function checkResultText({ sound, rules, hash, faults, findings }: CheckResult): string {
  if (sound) return `${rules} rules, no findings (rule set ${hash}).\n`;
  const lines = [...faults.map(faultLine), ...findings.map(({ file, line, message }) => `${file}:${line} ${message}`)];
  return lines.map((line) => `${line}\n`).join('');
}
