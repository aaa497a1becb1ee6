import type { PlannedStep, Reason } from '../../planning/plan.ts';

/** `3 minutes`, for how long something has lasted. */
export function lasting(since: string, now: number): string {
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

/** `2026-04-23 22:54:28`, in UTC. */
export function time(iso: string): string {
  return new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
}

export function planned({ required, by }: Pick<PlannedStep, 'required' | 'by'>): string {
  if (!required) return 'skipped';
  return by === 'hand' ? 'by hand' : 'automatic';
}

/** `rule "Counter sales are not packed", config/fulfillment.yaml:126` */
export function decidedBy({ source, name, file, line }: Reason): string {
  const who = source === 'default' && file === null ? 'default' : `${source} "${name}"`;
  return file === null ? who : `${who}, ${file}${line === null ? '' : `:${line}`}`;
}

/** A reason in one sentence: why, who says so, and who said otherwise with more weight. */
export function sentence(reason: Reason): string {
  const overruled = reason.overruled_by === undefined ? '' : `; overruled by ${reason.overruled_by}`;
  return `${reason.why} (${decidedBy(reason)}${overruled})`;
}

/** How much of a plan is shown: what decided and the rules that had a say, or everything that applied and every rule. */
export type Depth = 'brief' | 'all';

/** The reasons of a step that applied, what decided first. Rules that did not are told once, and not step by step. */
export function tellingReasons(step: Pick<PlannedStep, 'required' | 'reasons'>, depth: Depth): Reason[] {
  const decided = new Set(step.reasons.filter(({ name }) => name === 'required').map((reason) => reason.overruled_by));
  const skips = (reason: Reason) => !step.required && decided.has(`${reason.source} "${reason.name}"`);
  const rank = (reason: Reason) => {
    if (reason.overruled_by !== undefined) return 2;
    return skips(reason) ? 0 : 1;
  };
  const applied = step.reasons.filter(({ fired }) => fired).sort((a, b) => rank(a) - rank(b));
  if (depth === 'all') return applied;
  // Who would do a step that is not done, and a default that did not count, is of no interest.
  if (applied.some(skips)) return applied.filter((reason) => skips(reason) || isContest(reason));
  const said = applied.filter(
    ({ source, name, overruled_by }) => source !== 'default' || (name !== 'required' && overruled_by === undefined),
  );
  return said.length > 0 ? said : applied;
}

/** True for somebody's word that did not count. */
function isContest({ source, overruled_by }: Reason): boolean {
  return overruled_by !== undefined && source !== 'default';
}
