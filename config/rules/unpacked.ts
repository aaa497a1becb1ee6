import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import { claimValuesOf } from '../planning/claims.ts';
import { isBeforeCartons } from '../planning/plan.ts';
import type { Rule, Ruleset } from '../planning/rule-set.ts';
import type { Finding } from './findings.ts';
import { type Alternatives, implies, possibleOf, whenFires } from './logic.ts';
import { RuleIndex } from './rule-index.ts';

/** Action of a carrier that needs cartons: it has no effect on an order without them. */
interface CartonUse {
  readonly kind: Finding['kind'];
  readonly isOf: (carrier: ConfiguredCarrier) => boolean;
  /** Words for the action and for the lack of cartons. */
  readonly words: (carriers: string, isOne: boolean) => string;
}

const uses: readonly CartonUse[] = [
  {
    kind: 'without labels',
    isOf: ({ bookAt }) => bookAt !== null,
    words: (carriers, isOne) =>
      `that ${carriers} ${isOne ? 'books' : 'book'}: a label is for a carton, and nothing is in cartons, so such an order has no label`,
  },
  {
    kind: 'without pallets',
    // The plugins that put cartons onto pallets have this option, with a default.
    isOf: ({ options }) => typeof (options as { cartons_per_pallet?: unknown } | null)?.cartons_per_pallet === 'number',
    words: (carriers, isOne) =>
      `that ${carriers} ${isOne ? 'takes' : 'take'} on pallets: a pallet is of cartons, and nothing is in cartons, so such an order has no pallet`,
  },
];

/**
 * Returns the carriers that book before the pack step, which makes the cartons, and the rules that skip that step of orders that are shipped, where a carrier books a label for each carton, or a carrier or a
 * rule puts the cartons onto pallets. Nothing of such an order is in cartons, so that it gets neither.
 */
export function unpackedFindings({ rules, carriers, compile }: Ruleset): Finding[] {
  const findings: Finding[] = carriers.flatMap(earlyFinding);
  const packing = new RuleIndex<Rule>();
  const isUnpacked = (fires: Alternatives | null) => {
    const possible = fires && possibleOf(fires);
    return possible !== null && possible.length > 0 && packing.implied(possible).length === 0 && !packing.isSpent;
  };
  const palletizers = rules.filter(hasPallets);
  for (const rule of rules) {
    if (claimsOf(rule).get('pack.required') === true) packing.add(rule, possibleOf(whenFires(rule) ?? []));
    if (!shipsUnpacked(rule)) continue;
    for (const use of uses) {
      const without = carriers.filter((carrier) => use.isOf(carrier) && isUnpacked(firesFor(rule, carrier, compile)));
      if (without.length > 0) findings.push(findingOf(rule, use, without));
    }
    if (!isUnpacked(whenFires(rule))) continue;
    const palletizing = palletizers.find((other) => isAlways(rule, other));
    if (palletizing) findings.push(palletFinding(rule, palletizing));
  }
  return findings;
}

function earlyFinding({ name, plugin, bookAt, file, line }: ConfiguredCarrier): Finding[] {
  if (bookAt === null || !isBeforeCartons(bookAt)) return [];
  const message = `"${name}" books before the ${bookAt} step, by bookAt of plugin ${plugin.name}: a label is for a carton, and nothing is in cartons yet, so its orders have no label. Let bookAt return "ship"`;
  return [{ kind: 'without labels', rule: name, file, line, message }];
}

/** Returns whether a rule puts cartons onto pallets, and does not see to it that there are some. */
function hasPallets(rule: Rule): boolean {
  const claims = claimsOf(rule);
  return claims.has('cartons_per_pallet') && claims.get('pack.required') !== true;
}

/** Returns whether one of two rules holds wherever the other one does. */
function isAlways(rule: Rule, other: Rule): boolean {
  if (rule === other) return true;
  const [fires, others] = [whenFires(rule), whenFires(other)];
  return fires !== null && others !== null && (implies(fires, others) || implies(others, fires));
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

function findingOf(
  { name, file, line }: Rule,
  { kind, words }: CartonUse,
  carriers: readonly ConfiguredCarrier[],
): Finding {
  const [first] = carriers;
  const named = carriers.map((carrier) => `${carrier.name} (${carrier.file}:${carrier.line})`).join(', ');
  const message = `"${name}" skips the pack step of orders ${words(named, carriers.length === 1)}. Leave it out with "unless: carrier.name = "${first?.name}"", or skip the ship step too`;
  return { kind, rule: name, file, line, message };
}

function palletFinding({ name, file, line }: Rule, other: Rule): Finding {
  const by = other.name === name ? 'it' : `"${other.name}" (${other.file}:${other.line})`;
  const message = `"${name}" skips the pack step of orders whose cartons ${by} puts onto pallets: nothing of such an order is in cartons, so it has no pallet. Take cartons_per_pallet out, or leave the pack step in`;
  return { kind: 'without pallets', rule: name, file, line, message };
}
