import type { Plan } from '../../config/planning/plan.ts';
import {
  conditionWords,
  isRelevant,
  marks,
  type RuleOutcome,
  ruleOutcomes,
} from '../../config/planning/rule-outcomes.ts';
import { wrap } from '../output/table.ts';
import { count, painted, type Terminal } from '../output/terminal.ts';

/**
 * Returns the outcome of each rule: its place, its actions, and each part of its condition with the value of the order.
 * @param all also the rules that did not fire, which may be hundreds
 */
export function rulesText(plan: Pick<Plan, 'steps' | 'reasons'>, all: boolean, terminal: Terminal): string {
  const outcomes = ruleOutcomes(plan);
  if (outcomes.length === 0) return '';
  const shown = all ? outcomes : outcomes.filter(isRelevant);
  const others = outcomes.length - shown.length;
  const lines = shown.flatMap((outcome) => ruleLines(outcome, terminal));
  if (others > 0) {
    const rules = others === 1 ? 'rule does' : 'rules do';
    lines.push(
      painted(terminal, 'dim', `  – ${count(others)} ${shown.length > 0 ? 'more ' : ''}${rules} not apply: --all`),
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

function ruleLines({ name, file, line, hash, state, does, conditions }: RuleOutcome, terminal: Terminal): string[] {
  const head = `  ${marks[state]} ${name}`;
  const place = `${file}:${line} (${hash})`;
  const fits = head.length + 2 + place.length <= terminal.columns;
  const dim = (text: string) => painted(terminal, 'dim', text);
  const indented = (text: string) =>
    wrap(text, terminal.columns - 8).map((each, index) => `${index > 0 ? '        ' : '      '}${each}`);
  const actions = does.map(({ words, overruledBy }) =>
    overruledBy === undefined ? words : `${words} (overruled by ${overruledBy})`,
  );
  const verb = { fired: '', overruled: '', waits: 'not yet: ', 'not fired': 'not: ' }[state];
  return [
    ...(fits ? [`${head}  ${dim(place)}`] : [head, `      ${dim(place)}`]),
    ...indented(`${verb}${actions.join('; ')}`),
    ...conditions.flatMap((seen) => indented(conditionWords(seen))),
  ];
}
