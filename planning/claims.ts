import type { Directive } from '../plugins/contract.ts';
import { type By, type Question, type Reason, type Step, skippableSteps, steps } from './plan.ts';
import type { Actions } from './rule-set.ts';

/** One answer to one question, by whoever gives it. */
export interface Claim {
  readonly question: Question;
  readonly value: unknown;
  /** The answer in words, as the operators' file says it: `skip pack`, `pick automatic`, `hold: Credit check`. */
  readonly words: string;
}

/** Step under which a question's reasons are shown; undefined for what concerns the order as a whole. */
export function stepOf(question: Question): Step | undefined {
  const known = stepsOfQuestions.get(question);
  if (known !== undefined) return known ?? undefined;
  const step = stepOfName(question) ?? null;
  stepsOfQuestions.set(question, step);
  return step ?? undefined;
}

/** Every claim of every plan asks. */
const stepsOfQuestions = new Map<Question, Step | null>();

function stepOfName(question: Question): Step | undefined {
  if (question === 'create_pick') return 'pick';
  if (question === 'start_in_carton' || question === 'carton_types') return 'pack';
  if (question === 'cartons_per_pallet') return 'ship';
  return steps.find((step) => question.startsWith(`${step}.`));
}

/** Everybody may leave a note: no note stands against another one. */
const together: readonly Question[] = ['note'];

/** An answer in words, as the operators' file says it: `skip pack`, `pick automatic`, `pack within 4h`, `wave: Morning`. */
export function claimWords(question: Question, value: unknown): string {
  const [step, what] = question.split('.');
  if (what === 'required') return `${value ? 'require' : 'skip'} ${step}`;
  if (what === 'by') return `${step} ${value === 'hand' ? 'by hand' : 'automatic'}`;
  if (what === 'deadline') return `${step} within ${duration(Number(value))}`;
  return `${question.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

const claim = (question: Question, value: unknown): Claim => ({ question, value, words: claimWords(question, value) });
const required = (step: Step, value: boolean): Claim => claim(`${step}.required`, value);
const by = (step: Step, value: By): Claim => claim(`${step}.by`, value);

/** What the `then:` of a rule, or an operator, claims. */
export function claimsOf(actions: Partial<Actions>): Claim[] {
  const claims: Claim[] = [];
  const { workflow } = actions;
  for (const step of actions.skip ?? []) claims.push(required(step, false));
  for (const step of actions.require ?? []) claims.push(required(step, true));
  for (const step of steps) {
    const who = actions.by?.[step];
    if (who !== undefined) claims.push(by(step, who));
    const seconds = actions.deadline?.[step];
    if (seconds !== undefined) claims.push(claim(`${step}.deadline`, seconds));
  }
  for (const question of [
    'create_pick',
    'start_in_carton',
    'carton_types',
    'cartons_per_pallet',
    'hold',
    'priority',
    'carrier',
    'service_level',
    'wave',
    'note',
    'escalate',
  ] as const) {
    const value = actions[question];
    if (value !== undefined) claims.push(claim(question, value));
  }
  if (workflow) claims.push(...claimsOfWorkflow(workflow));
  return claims;
}

/** A workflow says of every step whether it is done; its words name it, so that plans do. */
function claimsOfWorkflow({ name, steps: done, by: who }: NonNullable<Actions['workflow']>): Claim[] {
  const words = `workflow ${name}`;
  const named = (claim: Claim): Claim => ({ ...claim, words: `${claim.words}: ${words}` });
  return [
    { question: 'workflow', value: name, words },
    ...steps.map((step) => named(required(step, done.includes(step)))),
    ...steps.flatMap((step) => (who[step] === undefined ? [] : [named(by(step, who[step]))])),
  ];
}

/** `24h`, as the operators' file writes it. */
export function duration(seconds: number): string {
  const units = [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
    ['s', 1],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
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
export class ClaimResolver {
  readonly #winners = new Map<Question, Winner>();
  readonly #notes: string[] = [];
  readonly #reasons: Map<Step | undefined, Reason[]> | undefined;

  /** @param reasons false where nobody will read them: it halves the time of a plan */
  constructor(reasons: boolean) {
    this.#reasons = reasons ? new Map() : undefined;
  }

  /** A claim that counts. `reason` is asked for only where reasons are kept. */
  claim({ question, value }: Pick<Claim, 'question' | 'value'>, label: string, reason: () => Reason): void {
    const accumulates = together.includes(question);
    if (accumulates) this.#notes.push(String(value));
    const winner = accumulates ? undefined : this.#winners.get(question);
    if (winner === undefined) this.#winners.set(question, { value, label });
    if (!this.#reasons) return;
    const given = reason();
    if (winner !== undefined && !same(winner.value, value)) given.overruled_by = winner.label;
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

  /** What was left as notes, in the order of precedence. */
  get notes(): string[] {
    return [...new Set(this.#notes)];
  }

  reasons(step: Step | undefined): Reason[] {
    return this.#reasons?.get(step) ?? [];
  }
}

function same(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
