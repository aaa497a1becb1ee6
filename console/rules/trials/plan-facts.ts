import type { PlanRecord, RulesTryAnswer } from '../../../client/browser.ts';
import type { RulesTexts } from '../texts/en.ts';

export type PlanView = RulesTryAnswer['active'];
export type RuleView = PlanView['rules'][number];

export interface PlanFact {
  readonly name: string;
  readonly value: string;
}

/** Returns what a plan decides, in words: each step, and what it says about the order as a whole. */
export function planFacts({ plan }: PlanView, texts: RulesTexts['try']): PlanFact[] {
  const all = plan as PlanRecord;
  const steps = all.steps.map(({ step, required, by }) => ({
    name: texts.steps[step] ?? step,
    value: required ? (by === 'automatic' ? texts.automatic : texts.hand) : texts.skipped,
  }));
  const values: Readonly<Record<keyof RulesTexts['try']['facts'], unknown>> = {
    carrier: all.carrier?.name,
    service_level: all.service_level,
    hold: all.hold,
    priority: all.priority,
    workflow: all.workflow,
    wave: all.wave,
    notes: all.notes.join(' · '),
  };
  const facts = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [{ name: texts.facts[name as keyof typeof values], value: String(value) }],
  );
  return [...steps, ...facts];
}

/** Returns a text that is the same for rules of two plans that do the same for the same reason. */
export const effectOf = ({ state, does, conditions }: RuleView): string =>
  JSON.stringify([state, does, conditions.map(({ words }) => words)]);

/** Returns the names of the rules that a look at the plans is about: those that apply in one of them, or that differ. */
export function notableRules(plans: readonly PlanView[]): ReadonlySet<string> {
  const names = new Set(plans.flatMap(({ rules }) => rules.map(({ name }) => name)));
  const isNotable = (name: string) => {
    const found = plans.map(({ rules }) => rules.find((rule) => rule.name === name));
    if (found.some((rule) => rule === undefined || rule.state !== 'not fired')) return true;
    return new Set(found.map((rule) => rule && effectOf(rule))).size > 1;
  };
  return new Set([...names].filter(isNotable));
}
