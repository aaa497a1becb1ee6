import type { Warning } from './warnings.ts';

/** What a waiting draft does about a warning: it waits until the cause has gone, needs a person, or ignores the warning. */
export type Handling = 'wait' | 'attention' | 'ignore';

/** The handling of warnings by their codes, as the operators' file states it. */
export type WarningHandling = Readonly<Record<string, Handling>>;

/** A warning that stood in the way of a waiting draft. */
export interface HandledWarning extends Warning {
  readonly handling: Exclude<Handling, 'ignore'>;
}

/** Returns the handling of a warning. The operators' file has every code with its default. */
export function handlingOf(rules: WarningHandling, { code }: Pick<Warning, 'code'>): Handling {
  return rules[code] ?? 'attention';
}

/** Returns the warnings that stand in the way, with their handling. */
export function handled(rules: WarningHandling, warnings: readonly Warning[]): HandledWarning[] {
  return warnings.flatMap((warning) => {
    const handling = handlingOf(rules, warning);
    return handling === 'ignore' ? [] : [{ ...warning, handling }];
  });
}
