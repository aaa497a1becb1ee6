import type { ConfiguredCarrier } from '../plugins/configured.ts';
import type { OrderFacts } from '../plugins/facts.ts';
import { type Claim, ClaimResolver, claimWords } from './claims.ts';
import { claimForCarrier, decisions, plannedCarrier } from './decisions.ts';
import { kept, retell } from './deferred-rules.ts';
import type { Plan, Question, Reason } from './plan.ts';
import { labelOf, reason } from './reason.ts';

/** What a person decides for one order that is issued; it wins over everything else. */
export interface OperatorDecision {
  /** Who decided, as the plan names them. */
  readonly by: string;
  /** What is decided, and how: `pack.by` is `hand`. */
  readonly claims: readonly { readonly question: Question; readonly value: unknown }[];
}

/**
 * The pinned plan of an order with what a person decided for it. Everything else stays as it was pinned; only where another
 * carrier is chosen, its plugin has a say. Of two decisions of people the later one counts.
 * @param carriers by their names in small letters
 */
export function overrule(
  plan: Plan,
  order: OrderFacts,
  { by, claims }: OperatorDecision,
  carriers: ReadonlyMap<string, ConfiguredCarrier>,
): Plan {
  const resolver = new ClaimResolver(true);
  for (const claim of claims) resolver.claim(claim, `operator "${by}"`, () => decided(by, claim));
  const anew = new Set<Question | null>(claims.map(({ question }) => question));
  const all = [...plan.steps.flatMap(({ reasons }) => reasons), ...plan.reasons].map(
    ({ overruled_by: _overruled, ...told }): Reason => told,
  );
  const of = (...sources: Reason['source'][]) => all.filter(({ source }) => sources.includes(source));
  for (const earlier of of('operator')) if (!anew.has(earlier.decides)) retell(resolver, earlier);
  for (const rule of of('rule')) retell(resolver, rule);
  const name = resolver.value<string>('carrier') ?? order.carrier?.name;
  const carrier = name === undefined ? undefined : carriers.get(name.toLowerCase());
  const changed = anew.has('carrier') && name?.toLowerCase() !== plan.carrier?.name.toLowerCase();
  if (!changed) for (const plugin of of('carrier')) if (plugin.decides !== null) retell(resolver, plugin);
  if (changed && carrier) claimForCarrier(resolver, carrier, order);
  for (const weak of of('setting', 'default')) retell(resolver, weak);

  const planned = !changed ? kept(plan, carrier, resolver) : carrier ? plannedCarrier(carrier, resolver) : null;
  const made = decisions(resolver, plan.ruleset, planned, plan.later);
  return {
    ...made,
    create_pick: plan.create_pick,
    steps: made.steps.map((step) => ({ ...step, reasons: resolver.reasons(step.step) })),
    reasons: resolver.reasons(undefined),
  };
}

function decided(by: string, claim: Pick<Claim, 'question' | 'value'>): Reason {
  return reason('operator', by, null, `${by} decided: ${claimWords(claim.question, claim.value ?? 'none')}`, claim);
}

/** What people decided for an order, as its plan says; the strongest first. */
export function decidedByPeople({ steps, reasons }: Plan): Reason[] {
  return [...steps.flatMap((step) => step.reasons), ...reasons].filter(
    ({ source, fired, decides }) => source === 'operator' && fired && decides !== null,
  );
}

/** Claims what people decided before. */
export function claimForPeople(resolver: ClaimResolver, decisions: readonly Reason[]): void {
  for (const { overruled_by: _overruled, ...told } of decisions) {
    resolver.claim({ question: told.decides!, value: told.value }, labelOf(told), () => told);
  }
}
