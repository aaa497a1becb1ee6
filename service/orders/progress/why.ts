import type { Plan, Reason } from '../../../planning/plan.ts';

/** Sources whose names are the operators' own words: they are what people look for in their file. */
const named: ReadonlySet<string> = new Set(['rule', 'carrier']);

/**
 * What decided about a step, in one line: the reasons that apply and that nothing stronger overrules. Of a step that is left out
 * only why it is; who would do it is of no interest then.
 */
export function whyOf({ step, required, reasons }: Plan['steps'][number]): string {
  return reasons
    .filter(({ fired, overruled_by }) => fired && !overruled_by)
    .filter(({ decides }) => required || decides === `${step}.required`)
    .map(inWords)
    .join('; ');
}

function inWords({ source, name, why }: Reason): string {
  return named.has(source) ? `${source} "${name}": ${why}` : why;
}
