/** A plan: every step of an order required or skipped, by hand or automatic, with the reasons. Plain JSON: it is pinned. */

export const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
export type Step = (typeof steps)[number];
/** Steps that an order can do without (spec 1.4). What it consists of is picked, and leaves with a pickup, in any case. */
export const skippableSteps = ['pack', 'ship'] as const satisfies readonly Step[];
export type SkippableStep = (typeof skippableSteps)[number];
export type By = 'hand' | 'automatic';

/** Weakest first (design page §8): a later source wins over an earlier one. */
export const sources = ['default', 'setting', 'carrier', 'rule', 'operator'] as const;
export type Source = (typeof sources)[number];

/** One condition of a rule, with the value it saw. */
export interface ConditionSeen {
  path: string;
  operator: string;
  expected: unknown;
  actual: unknown;
  holds: boolean;
}

/** Why a step is as it is, or why something that could have changed it did not. */
export interface Reason {
  source: Source;
  /** Name of the setting, carrier or rule. */
  name: string;
  /** Where it is written; null for built-in defaults. */
  file: string | null;
  line: number | null;
  fired: boolean;
  /** In the words of the person who reads it: "the customer collects it". */
  why: string;
  /** Named where it fired but a stronger source decided otherwise. */
  overruled_by?: string;
  conditions: ConditionSeen[];
}

export interface PlannedStep {
  step: Step;
  required: boolean;
  by: By;
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
  /** Ship step puts the cartons onto pallets of at most this many; null for none. */
  cartons_per_pallet: number | null;
  /** A rule that holds the order says why; null for none. */
  hold: string | null;
  priority: number | null;
  /** Why hold, priority and carrier are as they are: what concerns the order and no single step. */
  reasons: Reason[];
  /** What the engine has to know of the carrier plugin. */
  carrier: PlannedCarrier | null;
}

export interface PlannedCarrier {
  name: string;
  plugin: string;
  /** Step before which the plugin's `book` activity runs; null where the carrier needs no booking. */
  book_at: Step | null;
  /** True where the carrier has a rate limit, and so a task queue of its own (`carrier/<name>`). */
  own_queue: boolean;
}
