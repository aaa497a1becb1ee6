import { faultLine } from '../../config/file/faults.ts';
import { findingsOf } from '../../config/rules/findings.ts';
import { loadFile } from './files.ts';

export interface CheckResult {
  /** Whether there are no faults and no findings. */
  readonly sound: boolean;
  readonly rules: number;
  readonly hash: string | null;
  readonly faults: readonly { file: string; line: number; column: number; message: string }[];
  readonly findings: readonly { kind: string; rule: string; file: string; line: number; message: string }[];
}

/** Checks a file for faults, and for rules that cannot have an effect. */
export async function checkRules(file: string | undefined): Promise<CheckResult> {
  const result = await loadFile(file);
  if ('faults' in result) return { sound: false, rules: 0, hash: null, faults: result.faults, findings: [] };
  const { rules, hash } = result.configuration;
  const findings = findingsOf(result.configuration);
  return { sound: findings.length === 0, rules: rules.length, hash, faults: [], findings };
}

export function checkResultText({ sound, rules, hash, faults, findings }: CheckResult): string {
  if (sound) return `${rules} rules, no findings (rule set ${hash}).\n`;
  const lines = [...faults.map(faultLine), ...findings.map(({ file, line, message }) => `${file}:${line} ${message}`)];
  return lines.map((line) => `${line}\n`).join('');
}
