import { pinnedClaims } from './claims.ts';
import type { Plan } from './plan.ts';

/** The reason of the hold of an order whose plan is refused. Null for a plan that no plugin refuses. */
export function refusalHold({ refusals = [] }: Pick<Plan, 'refusals'>): string | null {
  return refusals.length === 0 ? null : `Refused: ${refusals.join('; ')}`;
}

/** Reason of the hold when a plugin fails for an order. */
export const faultHold = (plugin: string, fault: string): string => `The plugin ${plugin} failed: ${fault}`;

const faultText = /(?:^|; )The plugin .+ failed: /s;

/** Returns whether one of the reasons of a hold is the fault of a plugin. */
export const hasPluginFault = (reason: string | null): boolean => reason !== null && faultText.test(reason);

/**
 * Returns the reasons of holds that a plan has because plugins refuse it or failed. Unlike the hold of a rule, such
 * a hold ends as soon as a new plan does not have it: no person decided it.
 */
export function pluginHolds(plan: Plan): string[] {
  const faults = pinnedClaims(plan)
    .filter(
      ({ source, fired, decides }) => (source === 'carrier' || source === 'setting') && fired && decides === 'hold',
    )
    // A plugin that holds an order on purpose gives another reason.
    .flatMap(({ value }) => (typeof value === 'string' && hasPluginFault(value) ? [value] : []));
  const refusal = refusalHold(plan);
  return refusal === null ? faults : [refusal, ...faults];
}
