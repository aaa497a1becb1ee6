import { claimWords } from '../../config/planning/claims.ts';
import type { PlannedStep, Reason } from '../../config/planning/plan.ts';

/** Returns the time since a moment, such as `3 minutes`. */
export function elapsed(since: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1000));
  const units: [string, number][] = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const amount = Math.floor(seconds / size);
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** Formats a time in UTC as `2026-04-23 22:54:28`. */
export function time(iso: string): string {
  return new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns how a step is done: `skipped`, `by hand` or `automatic`. */
export function planned({ required, by }: Pick<PlannedStep, 'required' | 'by'>): string {
  if (!required) return 'skipped';
  return by === 'hand' ? 'by hand' : 'automatic';
}

/** Returns the source of a reason, such as `rule "Counter sales are not packed", config/fulfillment.yaml:126`. */
export function decidedBy({ source, name, file, line }: Reason): string {
  const who = source === 'default' && file === null ? 'default' : `${source} "${name}"`;
  return file === null ? who : `${who}, ${file}${line === null ? '' : `:${line}`}`;
}

/**
 * Returns a reason as a sentence, with its source and the source that overrules it. A rule says what it decides,
 * and no more: the section of rules has its place and its conditions. For a plugin that refuses, warns or holds, the
 * sentence begins with that word.
 */
export function sentence(reason: Reason): string {
  const { source, name, decides, value, why, overruled_by } = reason;
  const overruled = overruled_by === undefined ? '' : `; overruled by ${overruled_by}`;
  const effect = effects[decides ?? ''] ?? '';
  if (source !== 'rule' || decides === null) return `${effect}${why} (${decidedBy(reason)}${overruled})`;
  return `${claimWords(decides, value)} (rule "${name}"${overruled})`;
}

/** Effects of a plugin's directives about the whole order. The reason of a hold is a line of its own. */
const effects: Readonly<Record<string, string>> = { refuse: 'refused: ', warn: 'warning: ' };

/** Detail of a printed plan: the deciding reasons and the rules that applied, or all reasons and rules. */
export type Depth = 'brief' | 'all';

/** Returns the reasons of a step that applied; the deciding ones come first. */
export function shownReasons(step: Pick<PlannedStep, 'required' | 'reasons'>, depth: Depth): Reason[] {
  const decided = new Set(step.reasons.filter(({ name }) => name === 'required').map((reason) => reason.overruled_by));
  const skips = (reason: Reason) => !step.required && decided.has(`${reason.source} "${reason.name}"`);
  const rank = (reason: Reason) => {
    if (reason.overruled_by !== undefined) return 2;
    return skips(reason) ? 0 : 1;
  };
  const applied = step.reasons.filter(({ fired }) => fired).sort((a, b) => rank(a) - rank(b));
  if (depth === 'all') return applied;
  // For a skipped step, the reasons for by hand or automatic and overruled defaults are irrelevant.
  if (applied.some(skips)) return applied.filter((reason) => skips(reason) || isOverruledClaim(reason));
  const relevant = applied.filter(
    ({ source, name, overruled_by }) => source !== 'default' || (name !== 'required' && overruled_by === undefined),
  );
  return relevant.length > 0 ? relevant : applied;
}

/** Returns whether the reason is a rule, setting or decision that was overruled. */
function isOverruledClaim({ source, overruled_by }: Reason): boolean {
  return overruled_by !== undefined && source !== 'default';
}
