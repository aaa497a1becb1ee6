import type { Ruleset } from '../../config/planning/rule-set.ts';
import { faultStack } from '../../plugins/fault-place.ts';

/** Gets a fault of a plugin's `plan` with its whole stack. */
export type ReportPlanFault = (plugin: string, message: string, stack: string) => void;

/** Greatest number of different faults that are reported until the next reload: a message may hold the number of an order. */
const mostFaults = 100;

/**
 * Returns a rule set whose plugins report the faults of `plan`. The plan of an order has room for the line only. Each fault is
 * reported once, because a faulty plugin fails for every order.
 */
export function reportingPlanFaults<Rules extends Ruleset>(ruleset: Rules, report: ReportPlanFault): Rules {
  const seen = new Set<string>();
  const reported = (plugin: string, error: unknown) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const stack = faultStack(error);
    if (seen.has(stack) || seen.size >= mostFaults) return;
    seen.add(stack);
    report(plugin, message, stack);
  };
  const withReport = <Plugin extends { readonly name: string; plan(...args: never[]): unknown }>(
    plugin: Plugin,
  ): Plugin => ({
    ...plugin,
    plan: (...args: Parameters<Plugin['plan']>) => {
      try {
        return plugin.plan(...args);
      } catch (error) {
        reported(plugin.name, error);
        throw error;
      }
    },
  });
  return {
    ...ruleset,
    carriers: ruleset.carriers.map((carrier) => ({ ...carrier, plugin: withReport(carrier.plugin) })),
    settings: ruleset.settings.map((setting) => ({ ...setting, plugin: withReport(setting.plugin) })),
  };
}
