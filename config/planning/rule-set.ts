import type { ConfiguredCarrier, ConfiguredSetting, Place } from '../../plugins/configured.ts';
import type { OrderFacts } from '../../records/facts.ts';
import type { By, Calendar, ConditionResult, Moment, NotBefore, SkippableStep, Step } from './plan.ts';

/** A relation in a condition, and the kind of records that it leads to. */
export interface ReadRelation {
  readonly name: string;
  readonly kind: string;
}

/** A condition of a rule. It is compiled once, when the file is read. */
export interface Condition {
  readonly text: string;
  /** The calendars that it names; absent without any. */
  readonly calendars?: readonly Calendar[];
  /** The relations to other records that it follows: a user needs the permission to read them to see its values. */
  readonly reads: readonly ReadRelation[];
  /** @param now the value of `now` in the condition: one moment for a whole plan */
  holds(order: OrderFacts, now: Date): boolean;
  /**
   * Returns the same result with the value that each part of the condition saw.
   * @param lookups the values that conditions of the same rule set looked up for this order and moment. This call adds its own
   */
  explain(
    order: OrderFacts,
    now: Date,
    lookups?: unknown[],
  ): { readonly holds: boolean; readonly conditions: ConditionResult[] };
}

/** A hold: its reason, and the user group whose members alone may release the order, if the rule names one. */
export type HoldValue = string | { readonly reason: string; readonly released_by: string };

/** The actions of a rule on matching orders. */
export interface Actions {
  readonly skip: readonly SkippableStep[];
  readonly require: readonly Step[];
  readonly by: Readonly<Partial<Record<Step, By>>>;
  /** Steps that the engine must not do, whatever weaker or stronger sources say about who does them. */
  readonly forbid_automatic?: readonly Step[];
  /** Steps that the engine may do although a weaker source forbids it. */
  readonly allow_automatic?: readonly Step[];
  readonly hold?: HoldValue;
  readonly priority?: number;
  readonly create_pick?: boolean;
  readonly start_in_carton?: boolean;
  readonly carton_types?: readonly string[];
  readonly split_kits?: boolean;
  readonly cartons_per_pallet?: number;
  /** Name of a configured carrier. */
  readonly carrier?: string;
  readonly service_level?: string;
  readonly workflow?: Workflow;
  readonly wave?: string;
  readonly note?: string;
  /** Seconds that steps may take. */
  readonly deadline?: Readonly<Partial<Record<Step, number>>>;
  /** When the engine may begin steps at the earliest. */
  readonly not_before?: Readonly<Partial<Record<Step, NotBefore>>>;
  readonly escalate?: string;
}

/** A named workflow: the steps that are done, and optionally who does them. */
export interface Workflow extends Place {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly by: Readonly<Partial<Record<Step, By>>>;
}

export interface Rule extends Place {
  readonly name: string;
  /** Rules with a lower number come first. */
  readonly priority: number;
  /** The moment when a deferred rule is evaluated. Null for a rule that is evaluated at issue only. */
  readonly again: Moment | null;
  /** Only the first rule of a group that holds applies. Null for a rule without a group. */
  readonly group: string | null;
  /** Null for every order. */
  readonly when: Condition | null;
  readonly unless: Condition | null;
  readonly actions: Actions;
}

export interface DefaultStep {
  readonly by: By;
  /** Null if the file does not name the step. */
  readonly place: Place | null;
}

/** Everything that a plan depends on besides the order. */
export interface Ruleset {
  /** Content hash of the files. */
  readonly hash: string;
  readonly defaults: Readonly<Record<Step, DefaultStep>>;
  readonly settings: readonly ConfiguredSetting[];
  readonly carriers: readonly ConfiguredCarrier[];
  /** Sorted by priority, and then by file and line. Of two rules that contradict each other the first wins. */
  readonly rules: readonly Rule[];
  /** Compiles the text of a condition with its calendars, for rules that are pinned with a plan. @throws Error for a text that no longer compiles */
  compile(text: string, calendars?: readonly Calendar[]): Condition;
}

/** Finds a configured carrier by its name. Upper and lower case are the same. */
export function configuredCarrier(ruleset: Ruleset, name: string): ConfiguredCarrier | undefined {
  const wanted = name.toLowerCase();
  return ruleset.carriers.find((carrier) => carrier.name.toLowerCase() === wanted);
}
