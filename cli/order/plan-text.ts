import type { Plan } from '../../config/planning/plan.ts';
import { wrap } from '../output/table.ts';
import { painted, type Terminal } from '../output/terminal.ts';
import { type Depth, planned, sentence, shownReasons } from './format.ts';
import { rulesText } from './rules-text.ts';

/** The plan that `/plan` returns: pinned, or a dry run. */
export type ServedPlan = Plan & { readonly pinned?: boolean };

const nameWidth = 8;
const byWidth = 11;

/** Returns the steps with reasons, the facts of the whole order, and the rules that applied, or all rules. */
export function planText(plan: ServedPlan, done: ReadonlySet<string>, depth: Depth, terminal: Terminal): string {
  const indent = 2 + 2 + nameWidth + byWidth;
  const width = terminal.columns - indent;
  const lines: string[] = [];
  for (const step of plan.steps) {
    const mark = done.has(step.step) ? '✔' : step.required ? '○' : '–';
    const head = `  ${mark} ${step.step.padEnd(nameWidth)}${planned(step).padEnd(byWidth)}`;
    // Two directives of a plugin may have one reason.
    const sentences = new Map(shownReasons(step, depth).map((reason) => [sentence(reason), reason]));
    const reasons = [...sentences].flatMap(([text, { overruled_by }]) => {
      const shown = wrap(text, width);
      return overruled_by === undefined ? shown : shown.map((line) => painted(terminal, 'dim', line));
    });
    const [first = '', ...rest] = reasons;
    lines.push(`${head}${first}`.trimEnd(), ...rest.map((text) => ' '.repeat(indent) + text));
  }
  for (const text of orderLines(plan, depth)) {
    lines.push(...wrap(text, terminal.columns - 4).map((line) => `    ${line}`));
  }
  const rules = rulesText(plan, depth === 'all', terminal);
  return `${lines.map((line) => `${line}\n`).join('')}${rules === '' ? '' : `\n${painted(terminal, 'bold', 'Rules')}\n${rules}`}`;
}

/** Returns the facts and reasons that concern the whole order. */
function orderLines(plan: ServedPlan, depth: Depth): string[] {
  // Rules have their own section.
  const others = (plan.reasons ?? []).filter(({ source }) => source !== 'rule');
  return [...orderFacts(plan), ...shownReasons({ required: true, reasons: others }, depth).map(sentence)];
}

function orderFacts(plan: ServedPlan): string[] {
  const { carrier, carton_types, notes = [] } = plan;
  const facts: (readonly [value: unknown, text: string])[] = [
    [plan.workflow, `workflow ${plan.workflow}`],
    [plan.hold, `held: ${plan.hold}${plan.released_by === undefined ? '' : `, released by ${plan.released_by}`}`],
    [plan.start_in_carton, 'packs start with everything in one carton'],
    [plan.create_pick, 'the pick is created at issue'],
    [plan.cartons_per_pallet, `cartons go onto pallets of at most ${plan.cartons_per_pallet}`],
    [plan.mixed_cartons, 'cartons may have goods for several addresses'],
    [plan.split_kits, 'kits may leave in parts'],
    [carton_types, `cartons: ${carton_types?.join(', ')}`],
    [plan.priority, `priority ${plan.priority}`],
    [plan.wave, `wave ${plan.wave}`],
    [plan.service_level, `service level ${plan.service_level}`],
    [carrier?.book_at, `${carrier?.name} is booked before the ${carrier?.book_at} step`],
    [plan.escalation, `escalated: ${plan.escalation}`],
  ];
  return [
    ...facts.filter(([value]) => Boolean(value)).map(([, text]) => text),
    ...(notes ?? []).map((note) => `note: ${note}`),
  ];
}
