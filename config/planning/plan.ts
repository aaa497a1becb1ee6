/** A plan: every step of an order required or skipped, by hand or automatic, with the reasons. It is plain JSON, because it is pinned. */

import type { By, Step } from '../../plugins/steps.ts';
import type { Day, Weekday } from '../../plugins/weekdays.ts';

export { type By, isBeforeCartons, type SkippableStep, type Step, skippableSteps, steps } from '../../plugins/steps.ts';

/** The sources of claims by precedence, the strongest first. Only `resolve` compares them. */
export const precedence = ['operator', 'rule', 'carrier', 'setting', 'default'] as const;
export type Source = (typeof precedence)[number];

/** One condition of a rule, with the value that it saw. */
export interface ConditionResult {
  path: string;
  operator: string;
  expected: unknown;
  /** Absent if the reader may not read it. */
  actual?: unknown;
  /** The permission that the reader lacks to see `actual`. Pinned plans have all values. */
  needs?: string;
  /** The result of this condition alone, before a NOT around it. */
  holds: boolean;
  /** True under a NOT, which asks for the opposite. */
  negated?: boolean;
}

/** The separate questions that a plan answers. Whether a step is done, who does it and until when are three questions. */
export type Question =
  | `${Step}.required`
  | `${Step}.by`
  /** Whether the engine may do the step: false for a veto, which claims to `by` do not overrule. */
  | `${Step}.automatic`
  | `${Step}.deadline`
  | `${Step}.not_before`
  | 'workflow'
  | 'create_pick'
  | 'start_in_carton'
  | 'carton_types'
  | 'mixed_cartons'
  | 'split_kits'
  | 'cartons_per_pallet'
  | 'hold'
  | 'warn'
  | 'refuse'
  | 'priority'
  | 'carrier'
  | 'service_level'
  | 'wave'
  | 'note'
  | 'escalate';

/** A claim as a plan records it, after `resolve` has decided whether it won. */
export interface Reason {
  source: Source;
  /** Name of the setting, carrier, rule or operator. */
  name: string;
  /** The file that it is written in. Null for built-in defaults and for operators. */
  file: string | null;
  line: number | null;
  /** Content hash of that file at the time of the plan. */
  hash: string | null;
  /** The question that it answers. Null for a remark that decides nothing. */
  decides: Question | null;
  /** The value that it claims: true, `automatic`, the name of a carrier. */
  value: unknown;
  /** False for a rule that does not apply. Such a claim is recorded and does not count. */
  fired: boolean;
  /** The explanation for the reader of the plan: "the customer collects it". */
  why: string;
  /** The stronger claim to the same question, or the rule of the same group that came first. */
  overruled_by?: string;
  /** When the rule is evaluated again. Absent once it is evaluated, and for all rules that are not deferred. */
  again?: Moment;
  conditions: ConditionResult[];
}

/** A claim: one answer to one question, from one source. A pinned reason is a claim that can be resolved again. */
export type Claim = Readonly<Reason>;

/** A moment in the progress of an order: it reaches a step, or it has waited at a step for some time. */
export interface Moment {
  step: Step;
  /** Seconds of waiting at the step. Null for the moment when the order reaches the step. */
  waited: number | null;
}

/**
 * A rule that is evaluated at a later moment, on the facts of that moment. It is pinned with the plan, so that a change of the
 * file does not affect the order. Its actions are in the reasons of the plan.
 */
export interface DeferredRule {
  name: string;
  again: Moment;
  when: string | null;
  unless: string | null;
  /** Only the first rule of a group that holds applies. Null for a rule without a group. */
  group: string | null;
  /** The calendars that its conditions name, with their values at that moment; absent without calendars. */
  calendars?: readonly Calendar[];
}

/** Working hours and holidays, as the operators' file names them. It is plain JSON, because plans pin it. */
export interface Calendar {
  readonly name: string;
  /** Null for that of the order's site. */
  readonly time_zone: string | null;
  /** The first and the last minute of work, such as `08:00` and `17:00`. A weekday without hours is closed. */
  readonly hours: Readonly<Partial<Record<Weekday, readonly [from: string, until: string]>>>;
  readonly closed: readonly Day[];
}

/** When the engine may begin a step at the earliest: all of these hold at that moment. It is plain JSON, because plans pin it. */
export interface NotBefore {
  /** A weekday, or the day after the order reached the step. */
  readonly day?: Weekday | 'tomorrow';
  /** A time of the day such as `08:00`. */
  readonly time?: string;
  /** The moment is in its working hours. */
  readonly calendar?: Calendar;
}

export interface PlannedStep {
  step: Step;
  required: boolean;
  by: By;
  /** Seconds that the step may take after the order has reached it. Null for no limit. */
  deadline: number | null;
  /** When the engine may begin the step at the earliest; absent for no limit. */
  not_before?: NotBefore;
  /** That moment, once the order has reached the step. In ISO 8601. */
  not_before_at?: string;
  reasons: Reason[];
}

export interface Plan {
  /** Content hash of the configuration that the plan was made with. */
  ruleset: string;
  steps: PlannedStep[];
  /** Create the pick in the same transaction as the issue (setting `auto-create-pick-by-order`). */
  create_pick: boolean;
  /** Put all units into one carton when a pack is created (setting `start-in-carton`). */
  start_in_carton: boolean;
  /** Names of the carton types that the goods may be packed into. Null for all. */
  carton_types: string[] | null;
  /** True where the carrier takes goods for several addresses in one carton. Absent where a carton is one parcel. */
  mixed_cartons?: true;
  /** True where kits may leave in parts. Absent where they leave whole. */
  split_kits?: true;
  /** The ship step puts at most this many cartons onto a pallet. Null for no pallets. */
  cartons_per_pallet: number | null;
  /** The reason of a hold by a rule. Null for no hold. */
  hold: string | null;
  /** Sentences of plugins that warn of the order before its issue, and that refuse the issue. Absent without any. */
  warnings?: string[];
  refusals?: string[];
  /** The user group whose members alone may release the order. Absent where everybody with the permission may. */
  released_by?: string;
  priority: number | null;
  /** The service level that a rule chose. Null keeps the one of the order. */
  service_level: string | null;
  /** The named workflow that a rule chose. Null for none. */
  workflow: string | null;
  /** The wave that the order is picked in. Null for none. */
  wave: string | null;
  /** Notes of rules for the people who work on the order. */
  notes: string[];
  /** The text of a rule that escalates a waiting order. Null for none. */
  escalation: string | null;
  /** Reasons of hold, priority and carrier: questions about the order and not about one step. */
  reasons: Reason[];
  /** The part of the carrier plugin that the engine needs. */
  carrier: PlannedCarrier | null;
  /** Deferred rules that are not evaluated yet. */
  later: DeferredRule[];
}

export interface PlannedCarrier {
  name: string;
  plugin: string;
  /** Step before which the plugin's `book` activity runs. Null for a carrier without bookings. */
  book_at: Step | null;
  /** True for a carrier with a rate limit, which has its own task queue (`carrier/<name>`). */
  own_queue: boolean;
  /** True for a carrier that is asked for a pickup of each order when the order reaches its pickup step. */
  asks_pickup?: boolean;
}
