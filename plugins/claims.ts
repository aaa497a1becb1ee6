import type { Directive } from './contract.ts';
import { type By, type Reason, type Step, skippableSteps, steps } from './plan.ts';
import type { Actions } from './ruleset.ts';

/** The separate questions a plan answers. Who does a step and whether it is done are two of them. */
export type Question =
  | `${Step}.required`
  | `${Step}.by`
  | 'create_pick'
  | 'start_in_carton'
  | 'cartons_per_pallet'
  | 'hold'
  | 'priority'
  | 'carrier';

/** One answer to one question, by whoever gives it. */
export interface Claim {
  readonly question: Question;
  readonly value: unknown;
  /** The answer in words, as the operators' file says it: `skip pack`, `pick automatic`, `hold: Credit check`. */
  readonly words: string;
}

/** Step under which a question's reasons are shown; undefined for what concerns the order as a whole. */
export function stepOf(question: Question): Step | undefined {
  if (question === 'create_pick') return 'pick';
  if (question === 'start_in_carton') return 'pack';
  if (question === 'cartons_per_pallet') return 'ship';
  return steps.find((step) => question.startsWith(`${step}.`));
}

const required = (step: Step, value: boolean): Claim => ({
  question: `${step}.required`,
  value,
  words: `${value ? 'require' : 'skip'} ${step}`,
});

const by = (step: Step, value: By): Claim => ({
  question: `${step}.by`,
  value,
  words: `${step} ${value === 'hand' ? 'by hand' : 'automatic'}`,
});

/** What the `then:` of a rule, or an operator, claims. */
export function claimsOf(actions: Partial<Actions>): Claim[] {
  const claims: Claim[] = [];
  for (const step of actions.skip ?? []) claims.push(required(step, false));
  for (const step of actions.require ?? []) claims.push(required(step, true));
  for (const step of steps) {
    const who = actions.by?.[step];
    if (who !== undefined) claims.push(by(step, who));
  }
  for (const question of [
    'create_pick',
    'start_in_carton',
    'cartons_per_pallet',
    'hold',
    'priority',
    'carrier',
  ] as const) {
    const value = actions[question];
    if (value !== undefined) claims.push({ question, value, words: `${question.replaceAll('_', ' ')}: ${value}` });
  }
  return claims;
}

/**
 * What a directive of a plugin claims; undefined for something that is no directive.
 * @throws RangeError where it skips a step that no order can do without
 */
export function claimOf(directive: Directive): Claim | undefined {
  switch (directive?.does) {
    case 'required': {
      const { step, value } = directive;
      if (value === false && steps.includes(step) && !isSkippable(step)) throw new RangeError(notSkippable(step));
      return steps.includes(step) && typeof value === 'boolean' ? required(step, value) : undefined;
    }
    case 'by': {
      const { step, value } = directive;
      return steps.includes(step) && (value === 'hand' || value === 'automatic') ? by(step, value) : undefined;
    }
    case 'create_pick':
    case 'start_in_carton': {
      const { does, value, why } = directive;
      return typeof value === 'boolean' ? { question: does, value, words: why } : undefined;
    }
    case 'cartons_per_pallet': {
      const { does, value, why } = directive;
      return Number.isInteger(value) && value >= 1 ? { question: does, value, words: why } : undefined;
    }
    default:
      return undefined;
  }
}

function isSkippable(step: Step): boolean {
  return skippableSteps.some((skippable) => skippable === step);
}

function notSkippable(step: Step): string {
  return `${step} cannot be skipped, only ${skippableSteps.join(' and ')}: every order is picked and picked up`;
}

type Winner = { readonly value: unknown; readonly label: string };

/**
 * Settles claims by precedence. They have to be made from the strongest source to the weakest (design page §8), and so
 * the first claim to a question wins; a later one that says otherwise is recorded as overruled.
 */
export class Settlement {
  readonly #winners = new Map<Question, Winner>();
  readonly #reasons: Map<Step | undefined, Reason[]> | undefined;

  /** @param reasons false where nobody will read them: it halves the time of a plan */
  constructor(reasons: boolean) {
    this.#reasons = reasons ? new Map() : undefined;
  }

  /** A claim that counts. `reason` is asked for only where reasons are kept. */
  claim({ question, value }: Claim, label: string, reason: () => Reason): void {
    const winner = this.#winners.get(question);
    if (winner === undefined) this.#winners.set(question, { value, label });
    if (!this.#reasons) return;
    const given = reason();
    if (winner !== undefined && winner.value !== value) given.overruled_by = winner.label;
    this.note(stepOf(question), given);
  }

  /** Something that is to be told, but decides nothing. */
  note(step: Step | undefined, reason: Reason): void {
    const told = this.#reasons?.get(step);
    if (told) told.push(reason);
    else this.#reasons?.set(step, [reason]);
  }

  value<Value>(question: Question): Value | undefined {
    return this.#winners.get(question)?.value as Value | undefined;
  }

  reasons(step: Step | undefined): Reason[] {
    return this.#reasons?.get(step) ?? [];
  }
}
