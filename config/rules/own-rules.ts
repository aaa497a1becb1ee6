import type { ReadRelation, Rule } from '../planning/rule-set.ts';

/** A rule of a text, with what decides whether it is one of the active rules, and the records that its conditions read. */
export interface TriedRule extends Pick<Rule, 'name' | 'file' | 'line'> {
  readonly content: string;
  readonly reads: readonly ReadRelation[];
}

export function triedRules(rules: readonly Rule[]): TriedRule[] {
  return rules.map((rule) => {
    const { name, file, line, when, unless } = rule;
    return { name, file, line, content: contentOf(rule), reads: [...(when?.reads ?? []), ...(unless?.reads ?? [])] };
  });
}

/** Returns everything that a rule says, without its place: the names of files differ between a text and the active files. */
function contentOf({ name, priority, again, when, unless, actions }: Rule): string {
  const { workflow, ...others } = actions;
  const said = [name, priority, again, when?.text, unless?.text, others, workflow?.name, workflow?.steps, workflow?.by];
  return JSON.stringify(said.map((value) => value ?? null));
}

/** Returns the rules that are not among the active ones: the caller has written them. */
export function ownRules(rules: readonly TriedRule[], active: readonly Rule[]): TriedRule[] {
  const known = new Set(active.map(contentOf));
  return rules.filter(({ content }) => !known.has(content));
}
