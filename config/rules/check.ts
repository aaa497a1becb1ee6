import type { Configuration } from '../configuration.ts';
import type { Fault } from '../file/faults.ts';
import { putAwayFindings } from '../receiving.ts';
import { returnFindings } from '../returns/findings.ts';
import { type Finding, findingsOf } from './findings.ts';
import { unpackedFindings } from './unpacked.ts';

/** A configuration, or the faults of its texts. */
export type LoadResult = { readonly configuration: Configuration } | { readonly faults: readonly Fault[] };

export interface CheckResult {
  /** Whether there are no faults and no findings. */
  readonly sound: boolean;
  readonly rules: number;
  /** Content hash; null for texts with faults. */
  readonly hash: string | null;
  readonly faults: readonly Fault[];
  readonly findings: readonly Finding[];
}

/** Returns the findings about all rules of a configuration. */
export const allFindings = (configuration: Configuration): Finding[] => [
  ...findingsOf(configuration),
  ...unpackedFindings(configuration),
  ...returnFindings(configuration.returns),
  ...putAwayFindings(configuration.receiving),
];

/** Returns the faults of texts, or else their rules that cannot have an effect. */
export function checkResultOf(result: LoadResult): CheckResult {
  if ('faults' in result) return { sound: false, rules: 0, hash: null, faults: result.faults, findings: [] };
  const { rules, hash } = result.configuration;
  const findings = allFindings(result.configuration);
  return {
    sound: findings.every(({ kind }) => kind === 'not compared'),
    rules: rules.length,
    hash,
    faults: [],
    findings,
  };
}
