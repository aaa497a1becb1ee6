import type { z } from 'zod';
import type { CarrierNeeds, NeedName } from '../lib/addresses/carrier-needs.ts';
import type { OrderFacts } from '../records/facts.ts';
import type { CarrierHooks, PickupTime } from './shipment.ts';
import type { By, SkippableStep, Step } from './steps.ts';

export type * from './shipment.ts';
export type { CarrierNeeds, NeedName };

/**
 * Version of this contract. The start refuses a plugin for another version and names it. Additions, such as a new hook or a new
 * member of a context, do not change the version: older plugins continue to work.
 */
export const contractVersion = 1;

/** One decision of a plugin about one order. The functions below make directives. A stronger source may overrule them. */
export type Directive =
  | { readonly does: 'required'; readonly step: Step; readonly value: boolean; readonly why: string }
  | { readonly does: 'by'; readonly step: Step; readonly value: By; readonly why: string }
  | { readonly does: 'forbid_automatic'; readonly step: Step; readonly why: string }
  | { readonly does: 'create_pick'; readonly value: boolean; readonly why: string }
  | { readonly does: 'start_in_carton'; readonly value: boolean; readonly why: string }
  | { readonly does: 'cartons_per_pallet'; readonly value: number; readonly why: string }
  | { readonly does: 'hold' | 'warn' | 'refuse'; readonly why: string };

/**
 * Skips a step for this order. Only `pack` and `ship` can be skipped: every order is picked and picked up.
 * @param why the reason, in the words of the person who reads the plan
 * @example skip('ship', 'the customer collects it')
 */
export function skip(step: SkippableStep, why: string): Directive {
  return { does: 'required', step, value: false, why };
}

/**
 * Requires a step, even if a weaker source skips it. Nothing else undoes a skip.
 * @example require('pack', 'glass always travels in a carton')
 */
export function require(step: Step, why: string): Directive {
  return { does: 'required', step, value: true, why };
}

/**
 * Lets the engine do a step. It decides who does the step and not whether it is done: a skipped step stays skipped.
 * @example automatic('ship', 'the carrier needs no clerk')
 */
export function automatic(step: Step, why: string): Directive {
  return { does: 'by', step, value: 'automatic', why };
}

/**
 * Lets a person do a step: the order waits for them. It decides who does the step and not whether it is done.
 * @example byHand('pickup', 'the driver signs for it')
 */
export function byHand(step: Step, why: string): Directive {
  return { does: 'by', step, value: 'hand', why };
}

/**
 * Forbids the engine to do a step: a person does it. No rule and no setting overrules it with `automatic`. Only a rule with
 * `allow_automatic` for the step does, or a person who decides about the one order.
 * @example forbidAutomatic('ship', 'the driver checks lithium cells')
 */
export function forbidAutomatic(step: Step, why: string): Directive {
  return { does: 'forbid_automatic', step, why };
}

/**
 * Decides whether the issue of the order makes its pick.
 * @example createPick(true, 'the floor works from finished lists')
 */
export function createPick(value: boolean, why: string): Directive {
  return { does: 'create_pick', value, why };
}

/**
 * Decides whether a new pack starts with all units in one carton.
 * @example startInCarton(true, 'it leaves as one box')
 */
export function startInCarton(value: boolean, why: string): Directive {
  return { does: 'start_in_carton', value, why };
}

/**
 * Puts the cartons onto pallets in the ship step.
 * @param cartons the greatest number of cartons on one pallet
 * @example palletize(24, 'the trucks take pallets only')
 */
export function palletize(cartons: number, why: string): Directive {
  return { does: 'cartons_per_pallet', value: cartons, why };
}

/**
 * Holds the order: it is issued, and waits until a person releases it.
 * @param why the reason of the hold, for the person who releases it
 * @example hold('the driver needs an appointment')
 */
export function hold(why: string): Directive {
  return { does: 'hold', why };
}

/**
 * Warns of the order before its issue. The user who issues it reads the sentence, and can ignore it.
 * @example warn('no delivery on islands in winter')
 */
export function warn(why: string): Directive {
  return { does: 'warn', why };
}

/**
 * Refuses to issue the order. A user cannot ignore it: the order has to be changed, or needs another carrier.
 * @example refuse('this carrier does not deliver to post office boxes')
 */
export function refuse(why: string): Directive {
  return { does: 'refuse', why };
}

/** Needs of a carrier for every order, or for every order and for those of its service levels. */
export type DeclaredNeeds = readonly NeedName[] | Partial<CarrierNeeds>;

/** A carrier plugin as planner and engine use it. `carrierPlugin` makes one. */
export interface CarrierPlugin {
  readonly kind: 'carrier';
  readonly contract: number;
  readonly name: string;
  readonly summary: string;
  readonly options: z.ZodType;
  plan(order: OrderFacts, options: unknown): readonly Directive[];
  needs?(options: unknown): DeclaredNeeds;
  bookAt(options: unknown): Step | null;
  pickupWhen?(options: unknown): PickupTime | null;
  readonly book: CarrierHooks<unknown>['book'] | null;
  readonly label?: CarrierHooks<unknown>['label'] | null;
  readonly schedulePickup?: CarrierHooks<unknown>['schedulePickup'] | null;
  readonly track?: CarrierHooks<unknown>['track'] | null;
  readonly cancel?: CarrierHooks<unknown>['cancel'] | null;
  readonly bookReturn?: CarrierHooks<unknown>['bookReturn'] | null;
  /** Version of the plugin itself, as `conveyor plugin list` shows it. */
  readonly version?: string;
  /** File of the plugin, set by the loader; undefined for bundled plugins. */
  readonly file?: string;
}

/** A setting plugin as the planner uses it. `settingPlugin` makes one. */
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
  /** The name for `plugin:` in the configuration, in kebab-case. */
  readonly name: string;
  /** One sentence for `docs/configuration.md` and for editors. */
  readonly summary?: string;
  /** Version of the plugin itself. */
  readonly version?: string;
  /** Checks and describes the options beside `plugin:`. */
  readonly options: Schema;
  /** Decides the special treatment of an order with this carrier. A pure function of at most one second: no clock, no I/O. */
  plan?(order: OrderFacts, options: z.output<Schema>): readonly Directive[];
  /**
   * Returns what the carrier needs of an order: `['street', 'phone']`, or `{ service_levels: { Express: ['phone'] } }`. The issue warns
   * of an order that lacks it, and its booking is refused before `book` runs. Default: nothing.
   */
  needs?(options: z.output<Schema>): DeclaredNeeds;
  /**
   * Returns the step before which `book` runs; null for no booking. Default: `ship`.
   * If the plan skips that step, `book` runs before the next required step.
   */
  bookAt?(options: z.output<Schema>): Step | null;
  /** Returns when `schedulePickup` runs; null for a carrier that comes without a request. Default: `order`. */
  pickupWhen?(options: z.output<Schema>): PickupTime | null;
}

/**
 * Makes a carrier plugin. It decides the special treatment of the orders of a carrier, and books their shipments.
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
  const { name, summary = '', version, options, plan, needs, bookAt, pickupWhen } = definition;
  const { book, label, schedulePickup, track, cancel, bookReturn } = definition as Partial<CarrierHooks<unknown>>;
  return {
    kind: 'carrier',
    contract: contractVersion,
    name,
    summary,
    ...(version === undefined ? {} : { version }),
    options,
    plan: (order, checked) => (plan ? plan(order, checked as Options) : []),
    needs: (checked) => (needs ? needs(checked as Options) : []),
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
    bookReturn: bookReturn ?? null,
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
  /** Decides for one order. A pure function of at most one second: no clock, no I/O. */
  plan(order: OrderFacts, value: z.output<Schema>): readonly Directive[];
}

/**
 * Makes a setting plugin: a switch of the whole warehouse, weaker than carriers and rules.
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
