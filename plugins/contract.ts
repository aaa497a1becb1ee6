import type { z } from 'zod';
import type { OrderFacts } from './facts.ts';
import type { PluginHttp } from './http.ts';
import type { By, SkippableStep, Step } from './plan.ts';

/** Version of this contract. A plugin written for another one is refused at the start, by name. */
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

/** An order as a carrier is told of it; the names are those of `GET /salesorder/{id}?embed=carrier,carrierservicelevel`. */
export interface BookedOrder {
  readonly id: number;
  readonly number: string;
  readonly ship_to_name: string | null;
  readonly ship_address_1: string | null;
  readonly ship_city: string | null;
  readonly ship_postal_code: string | null;
  readonly ship_country: string | null;
  readonly carrier: { readonly name: string } | null;
  readonly carrierservicelevel: { readonly name: string } | null;
}

/** A carton as a carrier is told of it. */
export interface BookedCarton {
  readonly id: number;
  readonly number: string;
  /** Gross weight in grams; null where a part has none. */
  readonly weight_g: number | null;
  readonly contents?: readonly { readonly part_number: string; readonly qty: string }[];
}

/** What came of booking one carton. */
export interface Booking {
  readonly carton_id: number;
  readonly tracking_number: string;
  readonly label_url?: string;
}

/** What `book` is given. */
export interface BookContext<Options> {
  readonly order: BookedOrder;
  readonly cartons: readonly BookedCarton[];
  readonly options: Options;
  /** For every request that goes out: time-outs, a limit on the answer, no redirects. */
  readonly http: PluginHttp;
  /** The same for every attempt at the same booking. Send it on, so that a second attempt books nothing twice. */
  readonly idempotencyKey: string;
  /** Aborted when the attempt has taken too long or the order was canceled. */
  readonly signal: AbortSignal;
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
  book: ((context: BookContext<unknown>) => Promise<readonly Booking[]>) | null;
}

/** A setting plugin as the planner sees it. Write one with `settingPlugin`. */
export interface SettingPlugin {
  readonly kind: 'setting';
  readonly contract: number;
  readonly name: string;
  readonly summary: string;
  readonly value: z.ZodType;
  plan(order: OrderFacts, value: unknown): readonly Directive[];
}

export type Plugin = CarrierPlugin | SettingPlugin;

export interface CarrierDefinition<Schema extends z.ZodType> {
  /** What `plugin:` says in the configuration; kebab-case. */
  readonly name: string;
  /** One sentence for `docs/configuration.md` and for editors. */
  readonly summary?: string;
  /** Checks and describes the options written beside `plugin:`. */
  readonly options: Schema;
  /** What is different about an order that goes with this carrier. A pure function: no clock, no I/O. */
  plan?(order: OrderFacts, options: z.output<Schema>): readonly Directive[];
  /**
   * Step before which `book` runs; null for an order that needs no booking. Without it: `ship`.
   * Where the plan skips that step, it runs before the next one that is done.
   */
  bookAt?(options: z.output<Schema>): Step | null;
  /**
   * Books the shipment: one `Booking` for each carton. It may run again after a crash, with the same `idempotencyKey`.
   * Throw `CarrierRefused` for what a person has to mend; anything else is tried again.
   */
  book?(context: BookContext<z.output<Schema>>): Promise<readonly Booking[]>;
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
  const { name, summary = '', options, plan, bookAt, book } = definition;
  return {
    kind: 'carrier',
    contract: contractVersion,
    name,
    summary,
    options,
    plan: (order, checked) => (plan ? plan(order, checked as z.output<Schema>) : []),
    bookAt: (checked) => {
      if (!book) return null;
      return bookAt ? bookAt(checked as z.output<Schema>) : 'ship';
    },
    book: book ? (context) => book(context as BookContext<z.output<Schema>>) : null,
  };
}

export interface SettingDefinition<Schema extends z.ZodType> {
  /** The key under `settings:` in the configuration; kebab-case. */
  readonly name: string;
  /** One sentence for `docs/configuration.md` and for editors. */
  readonly summary?: string;
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
  const { name, summary = '', value, plan } = definition;
  return {
    kind: 'setting',
    contract: contractVersion,
    name,
    summary,
    value,
    plan: (order, checked) => plan(order, checked as z.output<Schema>),
  };
}
