import { faultLine } from '../../config/file/faults.ts';
import { findingsOf } from '../../config/rules/findings.ts';
import { loadFile } from './files.ts';

export interface Checked {
  /** True where there is nothing to complain of. */
  readonly sound: boolean;
  readonly rules: number;
  readonly hash: string | null;
  readonly faults: readonly { file: string; line: number; column: number; message: string }[];
  readonly findings: readonly { kind: string; rule: string; file: string; line: number; message: string }[];
}

/** Faults of a file, and rules of it that cannot be meant. */
export async function checkRules(file: string | undefined): Promise<Checked> {
  const loaded = await loadFile(file);
  if ('faults' in loaded) return { sound: false, rules: 0, hash: null, faults: loaded.faults, findings: [] };
  const { rules, hash } = loaded.configuration;
  const findings = findingsOf(loaded.configuration);
  return { sound: findings.length === 0, rules: rules.length, hash, faults: [], findings };
}

export function checkedText({ sound, rules, hash, faults, findings }: Checked): string {
  if (sound) return `${rules} rules, nothing to complain of (rule set ${hash}).\n`;
  const lines = [...faults.map(faultLine), ...findings.map(({ file, line, message }) => `${file}:${line} ${message}`)];
  return lines.map((line) => `${line}\n`).join('');
}
