import type { z } from 'zod';
import type { OrderFacts } from './facts.ts';
import type { CarrierHooks, PickupTime } from './shipment.ts';
import type { By, SkippableStep, Step } from './steps.ts';

export type * from './shipment.ts';

/**
 * Version of this contract. A plugin written for another one is refused at the start, by name. What is only added (a hook, a
 * member of what hooks are given) leaves it as it is: plugins of before go on working.
 */
export const contractVersion = 1;

/** What a plugin says about one order. Made by the helpers below; a stronger source may overrule it. */
export type Directive =
  | { readonly does: 'required'; readonly step: Step; readonly value: boolean; readonly why: string }
  | { readonly does: 'by'; readonly step: Step; readonly value: By; readonly why: string }
  | { readonly does: 'create_pick'; readonly value: boolean; readonly why: string }
  | { readonly does: 'start_in_carton'; readonly value: boolean; readonly why: string }
  | { readonly does: 'cartons_per_pallet'; readonly value: number; readonly why: string };

/**
 * The step is not done for this order. Only `pack` and `ship` can be left out: every order is picked and picked up.
 * @param why in the words of the person who reads the plan
 * @example skip('ship', 'the customer collects it')
 */
export function skip(step: SkippableStep, why: string): Directive {
  return { does: 'required', step, value: false, why };
}

/**
 * The step is done, even where something weaker skips it. Nothing else undoes a skip.
 * @example require('pack', 'glass always travels in a carton')
 */
export function require(step: Step, why: string): Directive {
  return { does: 'required', step, value: true, why };
}

/**
 * The engine does the step. Says who, not whether: a skipped step stays skipped.
 * @example automatic('ship', 'the carrier books by itself')
 */
export function automatic(step: Step, why: string): Directive {
  return { does: 'by', step, value: 'automatic', why };
}

/**
 * A person does the step, and the order waits for them. Says who, not whether.
 * @example byHand('pickup', 'the driver signs for it')
 */
export function byHand(step: Step, why: string): Directive {
  return { does: 'by', step, value: 'hand', why };
}

/**
 * Whether the pick is made together with the issue of the order.
 * @example createPick(true, 'the floor works from finished lists')
 */
export function createPick(value: boolean, why: string): Directive {
  return { does: 'create_pick', value, why };
}

/**
 * Whether a new pack starts with everything in one carton.
 * @example startInCarton(true, 'it leaves as one box')
 */
export function startInCarton(value: boolean, why: string): Directive {
  return { does: 'start_in_carton', value, why };
}

/**
 * The ship step puts the cartons onto pallets.
 * @param cartons how many cartons a pallet takes at most
 * @example palletize(24, 'the trucks take pallets only')
 */
export function palletize(cartons: number, why: string): Directive {
  return { does: 'cartons_per_pallet', value: cartons, why };
}

/** A carrier plugin as the planner and the engine see it. Write one with `carrierPlugin`. */
export interface CarrierPlugin {
  readonly kind: 'carrier';
  readonly contract: number;
  readonly name: string;
  readonly summary: string;
  readonly options: z.ZodType;
  plan(order: OrderFacts, options: unknown): readonly Directive[];
  bookAt(options: unknown): Step | null;
  pickupWhen?(options: unknown): PickupTime | null;
  readonly book: CarrierHooks<unknown>['book'] | null;
  readonly label?: CarrierHooks<unknown>['label'] | null;
  readonly schedulePickup?: CarrierHooks<unknown>['schedulePickup'] | null;
  readonly track?: CarrierHooks<unknown>['track'] | null;
  readonly cancel?: CarrierHooks<unknown>['cancel'] | null;
  /** Version of the plugin itself, as `conveyor plugin list` shows it. */
  readonly version?: string;
  /** File it was loaded from; undefined for those that come with Conveyor. The loader sets it. */
  readonly file?: string;
}

/** A setting plugin as the planner sees it. Write one with `settingPlugin`. */
export interface SettingPlugin {
  readonly kind: 'setting';
  readonly contract: number;
  readonly name: string;
  readonly summary: string;
  readonly value: z.ZodType;
  plan(order: OrderFacts, value: unknown): readonly Directive[];
  readonly version?: string;
  readonly file?: string;
}

export type Plugin = CarrierPlugin | SettingPlugin;

export interface CarrierDefinition<Schema extends z.ZodType> extends Partial<CarrierHooks<z.output<Schema>>> {
  /** What `plugin:` says in the configuration; kebab-case. */
  readonly name: string;
  /** One sentence for `docs/configuration.md` and for editors. */
  readonly summary?: string;
  /** Version of the plugin itself. */
  readonly version?: string;
  /** Checks and describes the options written beside `plugin:`. */
  readonly options: Schema;
  /** What is different about an order that goes with this carrier. A pure function of at most a second: no clock, no I/O. */
  plan?(order: OrderFacts, options: z.output<Schema>): readonly Directive[];
  /**
   * Step before which `book` runs; null for an order that needs no booking. Without it: `ship`.
   * Where the plan skips that step, it runs before the next one that is done.
   */
  bookAt?(options: z.output<Schema>): Step | null;
  /** When `schedulePickup` runs; null for a carrier that comes anyway. Without it: `order`. */
  pickupWhen?(options: z.output<Schema>): PickupTime | null;
}

/**
 * A carrier plugin: what is different about orders that go with a carrier, and how their shipments are booked.
 *
 * @example
 * export default carrierPlugin({
 *   name: 'bicycle',
 *   options: z.strictObject({ greatest_weight_g: z.int().default(8000) }),
 *   plan: (order, { greatest_weight_g }) =>
 *     Number(order.weight_g ?? 0) > greatest_weight_g ? [byHand('ship', 'too heavy for one bicycle')] : [],
 * });
 */
export function carrierPlugin<Schema extends z.ZodType>(definition: CarrierDefinition<Schema>): CarrierPlugin {
  type Options = z.output<Schema>;
  const { name, summary = '', version, options, plan, bookAt, pickupWhen } = definition;
  const { book, label, schedulePickup, track, cancel } = definition as Partial<CarrierHooks<unknown>>;
  return {
    kind: 'carrier',
    contract: contractVersion,
    name,
    summary,
    ...(version === undefined ? {} : { version }),
    options,
    plan: (order, checked) => (plan ? plan(order, checked as Options) : []),
    bookAt: (checked) => {
      if (!book) return null;
      return bookAt ? bookAt(checked as Options) : 'ship';
    },
    pickupWhen: (checked) => {
      if (!schedulePickup) return null;
      return pickupWhen ? pickupWhen(checked as Options) : 'order';
    },
    book: book ?? null,
    label: label ?? null,
    schedulePickup: schedulePickup ?? null,
    track: track ?? null,
    cancel: cancel ?? null,
  };
}

export interface SettingDefinition<Schema extends z.ZodType> {
  /** The key under `settings:` in the configuration; kebab-case. */
  readonly name: string;
  /** One sentence for `docs/configuration.md` and for editors. */
  readonly summary?: string;
  /** Version of the plugin itself. */
  readonly version?: string;
  /** Checks and describes the value. */
  readonly value: Schema;
  /** What the setting decides for an order. A pure function: no clock, no I/O. */
  plan(order: OrderFacts, value: z.output<Schema>): readonly Directive[];
}

/**
 * A setting plugin: a switch of the whole warehouse, weaker than carriers and rules.
 *
 * @example
 * export default settingPlugin({
 *   name: 'night-shift',
 *   value: z.boolean(),
 *   plan: (order, on) => (on ? [automatic('pick', 'nobody is there at night')] : []),
 * });
 */
export function settingPlugin<Schema extends z.ZodType>(definition: SettingDefinition<Schema>): SettingPlugin {
  const { name, summary = '', version, value, plan } = definition;
  return {
    kind: 'setting',
    contract: contractVersion,
    name,
    summary,
    ...(version === undefined ? {} : { version }),
    value,
    plan: (order, checked) => plan(order, checked as z.output<Schema>),
  };
}
