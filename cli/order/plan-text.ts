import type { Plan, Step } from '../../planning/plan.ts';
import { wrap } from '../output/table.ts';
import { painted, type Terminal } from '../output/terminal.ts';
import { rulesText } from './rules-text.ts';
import { type Depth, planned, sentence, tellingReasons } from './words.ts';

/** A plan as `/plan` serves it: what was pinned, or a dry run. */
export type ServedPlan = Plan & { readonly pinned?: boolean };

const nameWidth = 8;
const byWidth = 11;

/** Every step with who does it, and why; what concerns the order as a whole; and every rule that had a say, or all of them. */
export function planText(plan: ServedPlan, done: ReadonlySet<Step>, depth: Depth, terminal: Terminal): string {
  const indent = 2 + 2 + nameWidth + byWidth;
  const width = terminal.columns - indent;
  const lines: string[] = [];
  for (const step of plan.steps) {
    const mark = done.has(step.step) ? '✔' : step.required ? '○' : '–';
    const head = `  ${mark} ${step.step.padEnd(nameWidth)}${planned(step).padEnd(byWidth)}`;
    const reasons = tellingReasons(step, depth).flatMap((reason) => {
      const shown = wrap(sentence(reason), width);
      return reason.overruled_by === undefined ? shown : shown.map((text) => painted(terminal, 'dim', text));
    });
    const [first = '', ...rest] = reasons;
    lines.push(`${head}${first}`.trimEnd(), ...rest.map((text) => ' '.repeat(indent) + text));
  }
  for (const text of wholeOrder(plan, depth)) {
    lines.push(...wrap(text, terminal.columns - 4).map((line) => `    ${line}`));
  }
  const rules = rulesText(plan, depth === 'all', terminal);
  return `${lines.map((line) => `${line}\n`).join('')}${rules === '' ? '' : `\n${painted(terminal, 'bold', 'Rules')}\n${rules}`}`;
}

function wholeOrder(plan: ServedPlan, depth: Depth): string[] {
  const facts = [
    plan.workflow ? `workflow ${plan.workflow}` : null,
    plan.hold ? `held at issue: ${plan.hold}` : null,
    plan.start_in_carton ? 'packs start with everything in one carton' : null,
    plan.create_pick ? 'the pick is made together with the issue' : null,
    plan.cartons_per_pallet ? `cartons go onto pallets of at most ${plan.cartons_per_pallet}` : null,
    plan.carton_types ? `cartons: ${plan.carton_types.join(', ')}` : null,
    plan.priority ? `priority ${plan.priority}` : null,
    plan.wave ? `wave ${plan.wave}` : null,
    plan.service_level ? `service level ${plan.service_level}` : null,
    plan.carrier?.book_at ? `${plan.carrier.name} is booked before the ${plan.carrier.book_at} step` : null,
    plan.escalation ? `escalated: ${plan.escalation}` : null,
    ...(plan.notes ?? []).map((note) => `note: ${note}`),
  ];
  // Rules are told by themselves.
  const others = (plan.reasons ?? []).filter(({ source }) => source !== 'rule');
  return [
    ...facts.filter((fact) => fact !== null),
    ...tellingReasons({ required: true, reasons: others }, depth).map(sentence),
  ];
}
