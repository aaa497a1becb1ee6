import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { OrderFacts } from '../../records/facts.ts';
import { decisionsFrom, pinnedCarrier, planFrom, plannedCarrier } from './decisions.ts';
import type { Claim, DeferredRule, Plan, PlannedStep } from './plan.ts';
import { resolve } from './resolve.ts';
import { carrierClaims, needsOfCarrier } from './source-claims.ts';

/** Configured carriers by their names in lower case. */
export type Carriers = ReadonlyMap<string, ConfiguredCarrier>;

/** How an issued order is planned again from the claims of its pinned plan. */
export interface PinnedInput {
  readonly plan: Plan;
  readonly order: OrderFacts;
  /** The pinned claims, and new ones before those of the same source that they replace. */
  readonly claims: readonly Claim[];
  /** Name of the carrier that the order has until now. Another one is planned by its own plugin. */
  readonly carrierBefore: string | undefined;
  readonly carriers: Carriers;
  readonly deferred: readonly DeferredRule[];
}

/**
 * Plans an issued order from pinned claims. Pinned rules, settings and defaults count, and so does the pinned
 * carrier's plugin, unless the claims choose another carrier.
 */
export function planFromPinned({ plan, order, claims, carrierBefore, carriers, deferred }: PinnedInput): Plan {
  const chosen = claims.filter(({ source }) => source === 'operator' || source === 'rule');
  const carrierName = chosenCarrier(chosen, order);
  const carrier = carrierName === undefined ? undefined : carriers.get(carrierName.toLowerCase());
  const changed = carrierName?.toLowerCase() !== carrierBefore?.toLowerCase();
  const all = [
    ...chosen,
    ...(changed ? (carrier ? carrierClaims(carrier, order) : []) : pinnedCarrierClaims(claims)),
    ...claims.filter(({ source }) => source === 'setting' || source === 'default'),
  ];
  const resolution = resolve(all);
  const ofChanged = carrier ? plannedCarrier(carrier, resolution) : null;
  const planned = changed ? ofChanged : pinnedCarrier(plan, carrier, resolution);
  const decisions = decisionsFrom(resolution, plan.ruleset, planned, deferred, needsOfCarrier(carrier, order));
  // The pick is created at issue or not at all.
  const replanned = planFrom(decisions, resolution, carrier ?? null);
  return { ...replanned, steps: withReachedTimes(replanned.steps, plan.steps), create_pick: plan.create_pick };
}

/**
 * Returns the steps. Steps that the order has reached keep their earliest moments: a new decision does not move
 * them.
 */
function withReachedTimes(steps: readonly PlannedStep[], before: readonly PlannedStep[]): PlannedStep[] {
  return steps.map((planned) => {
    const { not_before, not_before_at } = before.find(({ step }) => step === planned.step) ?? {};
    const isSame = not_before_at !== undefined && isDeepStrictEqual(not_before, planned.not_before);
    return isSame ? { ...planned, not_before_at } : planned;
  });
}

/** Returns the name of the carrier that operators and rules choose, or else the carrier of the order. */
export function chosenCarrier(claims: readonly Claim[], order: OrderFacts): string | undefined {
  const choices = claims.filter(({ decides }) => decides === 'carrier');
  return resolve(choices).value<string>('carrier') ?? order.carrier?.name;
}

/** Remarks about the booking are computed again. */
function pinnedCarrierClaims(claims: readonly Claim[]): Claim[] {
  return claims.filter(({ source, decides }) => source === 'carrier' && decides !== null);
}
