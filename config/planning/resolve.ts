import { stepOf } from './claims.ts';
import { type Claim, precedence, type Question, type Reason, type Source, type Step, steps } from './plan.ts';

const rankOf = Object.fromEntries(precedence.map((source, rank) => [source, rank])) as Record<Source, number>;

/** Questions where all claims count. One note or warning does not contradict another. */
const additive: ReadonlySet<Question> = new Set<Question>(['note', 'warn', 'refuse']);

/** The result of ranking claims: the winner of each question, and from that the reasons of the plan. */
export class Resolution {
  readonly #claims: readonly Claim[];
  readonly #winners: ReadonlyMap<Question, Claim>;

  constructor(claims: readonly Claim[], winners: ReadonlyMap<Question, Claim>) {
    this.#claims = claims;
    this.#winners = winners;
  }

  /** Returns the value of the winning claim. @returns undefined for a question without claims */
  value<Value>(question: Question): Value | undefined {
    return this.#winners.get(question)?.value as Value | undefined;
  }

  /** Returns the source of the winning claim in words, with its place: `rule "Counter sales" (fulfillment.yaml:12)`. */
  sourceOf(question: Question): string {
    const winner = this.#winners.get(question);
    if (!winner) return 'nothing';
    const { file, line } = winner;
    return `${labelOf(winner)}${file === null ? '' : ` (${file}:${line})`}`;
  }

  /** The different notes, in the order of the claims. */
  get notes(): string[] {
    return this.texts('note');
  }

  /** Returns the different values of all claims to a question where all of them count. */
  texts(question: 'note' | 'warn' | 'refuse'): string[] {
    const claims = this.#claims.filter(({ fired, decides }) => fired && decides === question);
    return [...new Set(claims.map(({ value }) => String(value)))];
  }

  /**
   * Returns all claims as reasons by step, in the order of the claims. A claim that lost names the winner.
   * Reasons that concern no single step are under `undefined`.
   */
  reasons(): Map<Step | undefined, Reason[]> {
    const byStep = new Map<Step | undefined, Reason[]>();
    for (const claim of this.#claims) {
      const step = claim.decides === null ? undefined : stepOf(claim.decides);
      const reason = reasonOf(claim, this.#winners);
      const reasons = byStep.get(step);
      if (reasons) reasons.push(reason);
      else byStep.set(step, [reason]);
    }
    return byStep;
  }
}

/** Returns a claim as a reason. One that lost its question names the winner. */
function reasonOf(claim: Claim, winners: ReadonlyMap<Question, Claim>): Reason {
  if (!claim.fired || claim.decides === null) return claim;
  const winner = winners.get(claim.decides);
  if (winner === undefined || winner === claim || isSame(winner.value, claim.value)) return claim;
  return additive.has(claim.decides) ? claim : { ...claim, overruled_by: labelOf(winner) };
}

/**
 * Ranks claims. This is the only function that decides between them: the claim of the source with the highest precedence
 * wins its question, and of several claims of one source the first. Claims that did not fire are only recorded.
 * A veto counts before the precedence: see `applyVeto`.
 */
export function resolve(claims: readonly Claim[]): Resolution {
  const winners = new Map<Question, Claim>();
  for (const claim of claims) {
    const { fired, decides } = claim;
    if (!fired || decides === null) continue;
    const winner = winners.get(decides);
    if (winner === undefined || rankOf[claim.source] < rankOf[winner.source]) winners.set(decides, claim);
  }
  for (const step of steps) applyVeto(step, winners);
  return new Resolution(claims, winners);
}

/**
 * Gives a step to a person if the winner of its veto forbids the engine to do it. Only two claims undo a veto: a stronger one that
 * allows the step by name, and a person's decision about who does the step of this order. That decision then answers for the veto
 * too, so that the reason of the veto names the person.
 */
function applyVeto(step: Step, winners: Map<Question, Claim>): void {
  const veto = winners.get(`${step}.automatic`);
  const by = winners.get(`${step}.by`);
  if (veto?.value !== false || by?.value !== 'automatic') return;
  if (by.source === 'operator') winners.set(`${step}.automatic`, { ...by, decides: `${step}.automatic`, value: true });
  else winners.set(`${step}.by`, { ...veto, decides: `${step}.by`, value: 'hand' });
}

/** Returns the name of a source as reasons show it: `rule "Counter sales are not packed"`. */
export function labelOf({ source, name }: Pick<Claim, 'source' | 'name'>): string {
  return source === 'default' ? 'default' : `${source} "${name}"`;
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
