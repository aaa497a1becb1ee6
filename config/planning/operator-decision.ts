import type { OrderFacts } from '../../records/facts.ts';
import { claimFrom, claimValuesOf, claimWords, pinnedClaims } from './claims.ts';
import { type Carriers, planFromPinned } from './pinned-plan.ts';
import type { Claim, Plan, Question } from './plan.ts';
import type { Actions } from './rule-set.ts';

/** A decision of a person about one issued order. */
export interface OperatorDecision {
  /** Name of the person in the plan. */
  readonly by: string;
  /** The answers: `pack.by` is `hand`. */
  readonly claims: readonly { readonly question: Question; readonly value: unknown }[];
  /** The explanation in the plan. By default it names the person and each answer. */
  readonly why?: string;
}

/** The actions of a person for an order that is planned. */
export interface OperatorOverrides extends Partial<Actions> {
  /** Name of the person in the plan. */
  readonly operator: string;
  readonly why?: string;
}

/** Returns the claims of a person for an order that is planned. */
export function overrideClaims(overrides: OperatorOverrides): Claim[] {
  const { operator, why } = overrides;
  return claimValuesOf(overrides).map((content) =>
    claimFrom('operator', operator, null, why ?? content.words, content),
  );
}

/**
 * Returns the pinned plan with a decision of a person. The later of two decisions about one question replaces the
 * earlier. All other pinned claims count unchanged. If the decision chooses another carrier, its plugin is asked.
 */
export function applyDecision(plan: Plan, order: OrderFacts, decision: OperatorDecision, carriers: Carriers): Plan {
  const { by, claims, why } = decision;
  const decided = new Set<Question | null>(claims.map(({ question }) => question));
  const pinned = pinnedClaims(plan);
  const isReplaced = ({ source, decides }: Claim) => source === 'operator' && decided.has(decides);
  const isOperator = ({ source }: Claim) => source === 'operator';
  return planFromPinned({
    plan,
    order,
    claims: [
      ...claims.map((content) => {
        const words = claimWords(content.question, content.value ?? 'none');
        return claimFrom('operator', by, null, why ?? `${by} decided: ${words}`, content);
      }),
      ...pinned.filter((claim) => isOperator(claim) && !isReplaced(claim)),
      ...pinned.filter((claim) => !isOperator(claim)),
    ],
    // The facts name the new carrier already.
    carrierBefore: decided.has('carrier') ? plan.carrier?.name : (plan.carrier?.name ?? order.carrier?.name),
    carriers,
    deferred: plan.later,
  });
}

/** Returns the claims of people that a plan was made from, the strongest first. */
export function operatorClaims(plan: Plan): Claim[] {
  return pinnedClaims(plan).filter(({ source, fired, decides }) => source === 'operator' && fired && decides !== null);
}
