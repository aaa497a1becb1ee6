import { claimValuesOf } from '../../planning/claims.ts';
import { isBeforeCartons } from '../../planning/plan.ts';
import type { Rule, Ruleset } from '../../planning/rule-set.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { Finding } from './findings.ts';
import { type Alternatives, implies, isImpossible, whenFires } from './logic.ts';

/**
 * Returns the carriers that book before the pack step, which makes the cartons, and the rules that skip that step for orders that are
 * shipped with a carrier that books. A label is for a carton, so that such an order gets none.
 */
export function unlabelledFindings({ rules, carriers, compile }: Ruleset): Finding[] {
  const booking = carriers.filter(({ bookAt }) => bookAt !== null);
  const findings: Finding[] = booking.flatMap(earlyFinding);
  for (const [place, rule] of rules.entries()) {
    if (!shipsUnpacked(rule)) continue;
    const packing = rules.slice(0, place).filter((other) => claimsOf(other).get('pack.required') === true);
    const without = booking.filter((carrier) => {
      const fires = firesFor(rule, carrier, compile);
      return fires !== null && !isImpossible(fires) && !packing.some((other) => isCovered(fires, other));
    });
    if (without.length > 0) findings.push(findingOf(rule, without));
  }
  return findings;
}

function earlyFinding({ name, plugin, bookAt, file, line }: ConfiguredCarrier): Finding[] {
  if (bookAt === null || !isBeforeCartons(bookAt)) return [];
  const message = `"${name}" books before the ${bookAt} step, by bookAt of plugin ${plugin.name}: a label is for a carton, and nothing is in cartons yet, so its orders have no label. Let bookAt return "ship"`;
  return [{ kind: 'without labels', rule: name, file, line, message }];
}

const claimsOf = ({ actions }: Rule) => new Map(claimValuesOf(actions).map(({ question, value }) => [question, value]));

/** Returns whether a rule skips the pack step and leaves the ship step. */
function shipsUnpacked(rule: Rule): boolean {
  const claims = claimsOf(rule);
  return claims.get('pack.required') === false && claims.get('ship.required') !== false;
}

/** Returns when a rule fires for orders of a carrier; null if it is too complex, or gives its orders to another carrier. */
function firesFor(rule: Rule, { name }: ConfiguredCarrier, compile: Ruleset['compile']): Alternatives | null {
  const chosen = claimsOf(rule).get('carrier');
  const fires = whenFires(rule);
  if (typeof chosen === 'string') return chosen.toLowerCase() === name.toLowerCase() ? fires : null;
  // A text with these is a pattern, or cannot be written.
  if (!fires || /["%\\]/.test(name)) return null;
  const [own = []] = whenFires({ when: compile(`carrier.name = "${name}"`), unless: null }) ?? [];
  return fires.map((atoms) => [...atoms, ...own]);
}

function isCovered(fires: Alternatives, other: Rule): boolean {
  const others = whenFires(other);
  return others !== null && implies(fires, others);
}

function findingOf({ name, file, line }: Rule, carriers: readonly ConfiguredCarrier[]): Finding {
  const [first] = carriers;
  const named = carriers.map((carrier) => `${carrier.name} (${carrier.file}:${carrier.line})`).join(', ');
  const verb = carriers.length === 1 ? 'books' : 'book';
  const message = `"${name}" skips the pack step of orders that ${named} ${verb}: a label is for a carton, and nothing is in cartons, so such an order has no label. Leave it out with "unless: carrier.name = "${first?.name}"", or skip the ship step too`;
  return { kind: 'without labels', rule: name, file, line, message };
}
