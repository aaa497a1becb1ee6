/** A plan: every step of an order required or skipped, by hand or automatic, with the reasons. Plain JSON: it is pinned. */

import type { By, Step } from '../plugins/steps.ts';

export { type By, type SkippableStep, type Step, skippableSteps, steps } from '../plugins/steps.ts';

/** Weakest first (design page §8): a later source wins over an earlier one. */
export const sources = ['default', 'setting', 'carrier', 'rule', 'operator'] as const;
export type Source = (typeof sources)[number];

/** One condition of a rule, with the value it saw. */
export interface ConditionSeen {
  path: string;
  operator: string;
  expected: unknown;
  actual: unknown;
  /** Its own answer, whatever stands around it. */
  holds: boolean;
  /** True where it stands under a NOT, which asks for the opposite. */
  negated?: boolean;
}

/** The separate questions a plan answers. Who does a step, and until when, and whether it is done are different ones. */
export type Question =
  | `${Step}.required`
  | `${Step}.by`
  | `${Step}.deadline`
  | 'workflow'
  | 'create_pick'
  | 'start_in_carton'
  | 'carton_types'
  | 'cartons_per_pallet'
  | 'hold'
  | 'priority'
  | 'carrier'
  | 'service_level'
  | 'wave'
  | 'note'
  | 'escalate';

/** Why a step is as it is, or why something that could have changed it did not. */
export interface Reason {
  source: Source;
  /** Name of the setting, carrier or rule. */
  name: string;
  /** Where it is written; null for built-in defaults. */
  file: string | null;
  line: number | null;
  /** Content hash of that file as it was; null for built-in defaults. */
  hash: string | null;
  /** What it decides, or would have decided; null where it only tells something. */
  decides: Question | null;
  /** What it says to that: true, `automatic`, the name of a carrier. */
  value: unknown;
  fired: boolean;
  /** In the words of the person who reads it: "the customer collects it". */
  why: string;
  /** Named where its conditions hold but a stronger source decided otherwise, or another rule of its table came first. */
  overruled_by?: string;
  /** Set for a rule that is evaluated again when the order has come so far, until it is. */
  again?: Moment;
  conditions: ConditionSeen[];
}

/** How far an order has come: to a step, and perhaps so long waiting at it. */
export interface Moment {
  step: Step;
  /** Seconds that it has waited at the step; null for the moment it comes to it. */
  waited: number | null;
}

/**
 * A rule that speaks again when the order has come so far, on the facts of then. It is pinned with the plan, so that no later
 * change of a file reaches the order; what it does stands in its reasons.
 */
export interface LaterRule {
  name: string;
  again: Moment;
  when: string | null;
  unless: string | null;
  /** Of the rules that share it only the first that holds applies; null for a rule by itself. */
  group: string | null;
}

export interface PlannedStep {
  step: Step;
  required: boolean;
  by: By;
  /** Seconds that the step may take once the order has come to it; null for no limit. */
  deadline: number | null;
  reasons: Reason[];
}

export interface Plan {
  /** Content hash of the configuration it was made with. */
  ruleset: string;
  steps: PlannedStep[];
  /** Make the pick in the same transaction as the issue (setting `auto-create-pick-by-order`). */
  create_pick: boolean;
  /** Everything into one carton when a pack is created (setting `start-in-carton`). */
  start_in_carton: boolean;
  /** Names of the carton types that the goods may be packed into; null for all. */
  carton_types: string[] | null;
  /** Ship step puts the cartons onto pallets of at most this many; null for none. */
  cartons_per_pallet: number | null;
  /** A rule that holds the order says why; null for none. */
  hold: string | null;
  priority: number | null;
  /** Service level that a rule sends the order with; null leaves what the order says. */
  service_level: string | null;
  /** Named workflow that a rule chose; null for none. */
  workflow: string | null;
  /** Wave that the order is picked in; null for none. */
  wave: string | null;
  /** What rules have to tell the people who work on the order. */
  notes: string[];
  /** What a waiting rule calls a person for; null while nothing does. */
  escalation: string | null;
  /** Why hold, priority and carrier are as they are: what concerns the order and no single step. */
  reasons: Reason[];
  /** What the engine has to know of the carrier plugin. */
  carrier: PlannedCarrier | null;
  /** Rules that are still to be evaluated again. */
  later: LaterRule[];
}

export interface PlannedCarrier {
  name: string;
  plugin: string;
  /** Step before which the plugin's `book` activity runs; null where the carrier needs no booking. */
  book_at: Step | null;
  /** True where the carrier has a rate limit, and so a task queue of its own (`carrier/<name>`). */
  own_queue: boolean;
  /** True where the carrier is asked to come for each order, when it comes to its pickup; left out elsewhere. */
  asks_pickup?: boolean;
}
