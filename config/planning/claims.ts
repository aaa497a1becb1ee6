import type { Place } from '../../plugins/configured.ts';
import type { Directive } from '../../plugins/contract.ts';
import { notBeforeWords } from './not-before.ts';
import {
  type By,
  type Claim,
  type NotBefore,
  type Plan,
  type Question,
  type Source,
  type Step,
  skippableSteps,
  steps,
} from './plan.ts';
import type { Actions, HoldValue } from './rule-set.ts';

/** The content of a claim without its source. */
export interface ClaimValue {
  readonly question: Question;
  readonly value: unknown;
  /** The value in the words of the operators' file: `skip pack`, `pick automatic`, `hold: Credit check`. */
  readonly words: string;
}

/** Returns a claim that counts. `content` is the question and the value; null for a remark that decides nothing. */
export function claimFrom(
  source: Source,
  name: string,
  place: Place | null,
  why: string,
  content: Pick<ClaimValue, 'question' | 'value'> | null,
): Claim {
  return {
    source,
    name,
    file: place?.file ?? null,
    line: place?.line ?? null,
    hash: place?.hash ?? null,
    decides: content?.question ?? null,
    value: content?.value ?? null,
    fired: true,
    why,
    conditions: [],
  };
}

/** Returns the claims that a plan was made from, in the order of its reasons, without the marks of who lost to whom. */
export function pinnedClaims({ steps: planned, reasons }: Pick<Plan, 'steps' | 'reasons'>): Claim[] {
  return [...planned.flatMap((step) => step.reasons), ...reasons].map(
    ({ overruled_by: _overruled, ...claim }): Claim => claim,
  );
}

/** Returns the step that shows the reasons of a question, and undefined for a question about the whole order. */
export function stepOf(question: Question): Step | undefined {
  const known = stepsOfQuestions.get(question);
  if (known !== undefined) return known ?? undefined;
  const step = stepOfName(question) ?? null;
  stepsOfQuestions.set(question, step);
  return step ?? undefined;
}

/** A cache, because every claim of every plan is looked up. */
const stepsOfQuestions = new Map<Question, Step | null>();

const packQuestions: ReadonlySet<Question> = new Set<Question>(['start_in_carton', 'carton_types', 'mixed_cartons']);

function stepOfName(question: Question): Step | undefined {
  if (question === 'create_pick') return 'pick';
  if (packQuestions.has(question)) return 'pack';
  if (question === 'cartons_per_pallet') return 'ship';
  return steps.find((step) => question.startsWith(`${step}.`));
}

/** Returns a value in the words of the operators' file: `skip pack`, `pick automatic`, `pack within 4h`, `wave: Morning`. */
export function claimWords(question: Question, value: unknown): string {
  const [step, aspect] = question.split('.');
  if (aspect === 'required') return `${value ? 'require' : 'skip'} ${step}`;
  if (aspect === 'by') return `${step} ${value === 'hand' ? 'by hand' : 'automatic'}`;
  if (aspect === 'automatic') return `${value ? 'allow' : 'forbid'} automatic ${step}`;
  if (aspect === 'not_before') return `automatic ${step} not before ${notBeforeWords(value as NotBefore)}`;
  if (aspect === 'deadline') return `${step} within ${duration(Number(value))}`;
  if (question === 'hold') return `hold: ${holdWords(value as HoldValue)}`;
  return `${question.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

const holdWords = (hold: HoldValue): string =>
  typeof hold === 'string' ? hold : `${hold.reason} (released by ${hold.released_by})`;

const claimValue = (question: Question, value: unknown): ClaimValue => ({
  question,
  value,
  words: claimWords(question, value),
});
const required = (step: Step, value: boolean): ClaimValue => claimValue(`${step}.required`, value);
const mayBeAutomatic = (step: Step, value: boolean): ClaimValue => claimValue(`${step}.automatic`, value);
const by = (step: Step, value: By): ClaimValue => claimValue(`${step}.by`, value);

/** Returns the claims in the `then:` of a rule, or in the actions of an operator. */
export function claimValuesOf(actions: Partial<Actions>): ClaimValue[] {
  const values: ClaimValue[] = [];
  for (const step of actions.skip ?? []) values.push(required(step, false));
  for (const step of actions.require ?? []) values.push(required(step, true));
  for (const step of actions.forbid_automatic ?? []) values.push(mayBeAutomatic(step, false));
  for (const step of actions.allow_automatic ?? []) values.push(mayBeAutomatic(step, true));
  for (const step of steps) {
    const who = actions.by?.[step];
    if (who !== undefined) values.push(by(step, who));
    const seconds = actions.deadline?.[step];
    if (seconds !== undefined) values.push(claimValue(`${step}.deadline`, seconds));
    const earliest = actions.not_before?.[step];
    if (earliest !== undefined) values.push(claimValue(`${step}.not_before`, earliest));
  }
  for (const question of [
    'create_pick',
    'start_in_carton',
    'carton_types',
    'split_kits',
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
    if (value !== undefined) values.push(claimValue(question, value));
  }
  if (actions.workflow) values.push(...claimValuesOfWorkflow(actions.workflow));
  return values;
}

/** A workflow decides for every step whether it is done. The words of each claim name the workflow. */
function claimValuesOfWorkflow({ name, steps: included, by: who }: NonNullable<Actions['workflow']>): ClaimValue[] {
  const words = `workflow ${name}`;
  const named = (value: ClaimValue): ClaimValue => ({ ...value, words: `${value.words}: ${words}` });
  return [
    { question: 'workflow', value: name, words },
    ...steps.map((step) => named(required(step, included.includes(step)))),
    ...steps.flatMap((step) => (who[step] === undefined ? [] : [named(by(step, who[step]))])),
  ];
}

/** Returns a duration in the notation of the operators' file: `24h`, `90s`. */
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
 * Returns the content of a plugin's directive.
 * @returns undefined for a value that is no directive
 * @throws RangeError for a directive that skips a step which is not skippable
 */
export function claimValueOf(directive: Directive): ClaimValue | undefined {
  switch (directive?.does) {
    case 'required':
      return requiredOf(directive);
    case 'by': {
      const { step, value } = directive;
      return steps.includes(step) && (value === 'hand' || value === 'automatic') ? by(step, value) : undefined;
    }
    case 'forbid_automatic':
      return steps.includes(directive.step) ? mayBeAutomatic(directive.step, false) : undefined;
    case 'create_pick':
    case 'start_in_carton': {
      const { does, value, why } = directive;
      return typeof value === 'boolean' ? { question: does, value, words: why } : undefined;
    }
    case 'cartons_per_pallet': {
      const { does, value, why } = directive;
      return Number.isInteger(value) && value >= 1 ? { question: does, value, words: why } : undefined;
    }
    case 'hold':
    case 'warn':
    case 'refuse': {
      const { does, why } = directive;
      return typeof why === 'string' && why !== '' ? { question: does, value: why, words: why } : undefined;
    }
    default:
      return undefined;
  }
}

function requiredOf({ step, value }: Extract<Directive, { does: 'required' }>): ClaimValue | undefined {
  if (!steps.includes(step) || typeof value !== 'boolean') return undefined;
  if (!value && !isSkippable(step)) throw new RangeError(notSkippable(step));
  return required(step, value);
}

function isSkippable(step: Step): boolean {
  return skippableSteps.some((skippable) => skippable === step);
}

function notSkippable(step: Step): string {
  return `${step} cannot be skipped, only ${skippableSteps.join(' and ')}: every order is picked and picked up`;
}
