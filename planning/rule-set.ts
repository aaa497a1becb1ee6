import type { ConfiguredCarrier, ConfiguredSetting, Place } from '../plugins/configured.ts';
import type { OrderFacts } from '../plugins/facts.ts';
import type { By, ConditionSeen, Moment, SkippableStep, Step } from './plan.ts';

/** A condition of a rule, compiled once when the file is read. */
export interface Condition {
  readonly text: string;
  /** @param now what `now` is in it: one moment for a whole plan */
  holds(order: OrderFacts, now: Date): boolean;
  /**
   * The same answer, with the value that every part of it saw.
   * @param found what conditions of the same rule set have looked up for this order and moment; more is added
   */
  explain(
    order: OrderFacts,
    now: Date,
    found?: unknown[],
  ): { readonly holds: boolean; readonly conditions: ConditionSeen[] };
}

/** What a rule does with the orders it holds for. */
export interface Actions {
  readonly skip: readonly SkippableStep[];
  readonly require: readonly Step[];
  readonly by: Readonly<Partial<Record<Step, By>>>;
  readonly hold?: string;
  readonly priority?: number;
  readonly create_pick?: boolean;
  readonly start_in_carton?: boolean;
  readonly carton_types?: readonly string[];
  readonly cartons_per_pallet?: number;
  /** Name of a configured carrier. */
  readonly carrier?: string;
  readonly service_level?: string;
  readonly workflow?: Workflow;
  readonly wave?: string;
  readonly note?: string;
  /** Seconds that steps may take. */
  readonly deadline?: Readonly<Partial<Record<Step, number>>>;
  readonly escalate?: string;
}

/** A workflow by its name: the steps that are done, and who does them where it says so. */
export interface Workflow extends Place {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly by: Readonly<Partial<Record<Step, By>>>;
}

export interface Rule extends Place {
  readonly name: string;
  /** 1 comes first. */
  readonly priority: number;
  /** Evaluated when the order has come so far; null for a rule that speaks at issue alone. */
  readonly again: Moment | null;
  /** Of the rules that share it only the first that holds applies; null for a rule by itself. */
  readonly group: string | null;
  /** Null: for every order. */
  readonly when: Condition | null;
  readonly unless: Condition | null;
  readonly actions: Actions;
}

export interface DefaultStep {
  readonly by: By;
  /** Null where the file says nothing. */
  readonly place: Place | null;
}

/** Everything a plan depends on besides the order. */
export interface Ruleset {
  /** Content hash: the same for the same files. */
  readonly hash: string;
  readonly defaults: Readonly<Record<Step, DefaultStep>>;
  readonly settings: readonly ConfiguredSetting[];
  readonly carriers: readonly ConfiguredCarrier[];
  /** By their priority, and then in the order of the files: where two contradict, the first one wins. */
  readonly rules: readonly Rule[];
  /** Compiles the text of a condition, for rules that were pinned with a plan. @throws where it cannot be read any more */
  compile(text: string): Condition;
}

/** The configured carrier of a name, whatever its capitals; undefined for one that the file does not name. */
export function configuredCarrier(ruleset: Ruleset, name: string): ConfiguredCarrier | undefined {
  const wanted = name.toLowerCase();
  return ruleset.carriers.find((carrier) => carrier.name.toLowerCase() === wanted);
}
