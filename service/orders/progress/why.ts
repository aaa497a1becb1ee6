import type { Plan, Reason } from '../../../config/planning/plan.ts';

/** Sources that operators name in their file. A reason shows these names, so that people can find them there. */
const named: ReadonlySet<string> = new Set(['rule', 'carrier']);

/**
 * Returns the reasons that decided about a step, in one line, each once: two directives of a plugin may have one reason. For a skipped step it returns only the reasons of the
 * skip: the rest has no effect.
 */
export function whyOf({ step, required, reasons }: Plan['steps'][number]): string {
  const sentences = reasons
    .filter(({ fired, overruled_by }) => fired && !overruled_by)
    .filter(({ decides }) => required || decides === `${step}.required`)
    .map(sentenceOf);
  return [...new Set(sentences)].join('; ');
}

function sentenceOf({ source, name, why }: Reason): string {
  return named.has(source) ? `${source} "${name}": ${why}` : why;
}
