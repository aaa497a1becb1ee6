import type { ConfiguredCarrier, Place } from '../../plugins/configured.ts';
import { claimFrom } from './claims.ts';
import type { NotBefore } from './plan.ts';
import {
  type By,
  type DeferredRule,
  isBeforeCartons,
  type Plan,
  type PlannedCarrier,
  type PlannedStep,
  type Reason,
  type Step,
  steps,
} from './plan.ts';
import type { Resolution } from './resolve.ts';
import type { HoldValue } from './rule-set.ts';

/** The decisions of a plan without the reasons. */
export type Decisions = Omit<Plan, 'steps' | 'reasons'> & { readonly steps: readonly Omit<PlannedStep, 'reasons'>[] };

/**
 * Returns the plan's decisions from the winners of all questions.
 * @param needs sentences about what the carrier needs and the order lacks
 */
export function decisionsFrom(
  resolution: Resolution,
  ruleset: string,
  carrier: PlannedCarrier | null,
  deferred: readonly DeferredRule[],
  needs: readonly string[],
): Decisions {
  const required = (step: Step) => resolution.value<boolean>(`${step}.required`) === true;
  return {
    ruleset,
    steps: steps.map((step) => ({
      step,
      required: required(step),
      by: resolution.value<By>(`${step}.by`) ?? 'hand',
      deadline: resolution.value<number>(`${step}.deadline`) ?? null,
      ...notBeforeOf(resolution, step),
    })),
    create_pick: resolution.value('create_pick') === true,
    start_in_carton: required('pack') && resolution.value('start_in_carton') === true,
    carton_types: (required('pack') && resolution.value<string[]>('carton_types')) || null,
    ...(required('pack') && resolution.value('mixed_cartons') === true ? { mixed_cartons: true as const } : {}),
    ...(resolution.value('split_kits') === true ? { split_kits: true as const } : {}),
    // Pallets hold cartons.
    cartons_per_pallet:
      (required('pack') && required('ship') && resolution.value<number>('cartons_per_pallet')) || null,
    ...holdFrom(resolution.value<HoldValue>('hold')),
    ...withTexts({
      warnings: [
        ...resolution.texts('warn'),
        ...withoutLabels(resolution, carrier),
        ...withoutPallets(resolution),
        // An order that is not shipped goes to no address.
        ...(required('ship') ? needs : []),
      ],
      refusals: resolution.texts('refuse'),
    }),
    priority: resolution.value<number>('priority') ?? null,
    service_level: resolution.value<string>('service_level') ?? null,
    workflow: resolution.value<string>('workflow') ?? null,
    wave: resolution.value<string>('wave') ?? null,
    notes: resolution.notes,
    escalation: resolution.value<string>('escalate') ?? null,
    carrier,
    later: [...deferred],
  };
}

/**
 * Returns the warning about an order that has no cartons when its carrier books a label for each: its pack step is skipped, or comes
 * after the booking. An order that is neither packed nor shipped needs no label.
 */
function withoutLabels(resolution: Resolution, carrier: PlannedCarrier | null): string[] {
  if (!carrier?.book_at) return [];
  const { name, book_at } = carrier;
  const isPacked = resolution.value('pack.required') === true;
  if (isPacked && isBeforeCartons(book_at)) {
    return [
      `${name} books a label for each carton before the ${book_at} step, when nothing of the order is in cartons yet: the order has no label when it is shipped.`,
    ];
  }
  if (isPacked || resolution.value('ship.required') !== true) return [];
  const why = resolution.sourceOf('pack.required');
  return [
    `${name} books a label for each carton, and nothing of the order is put into cartons, because the pack step is skipped by ${why}: the order has no label when it is shipped.`,
  ];
}

/** Returns the warning about an order whose cartons are to go onto pallets, and whose pack step is skipped. */
function withoutPallets(resolution: Resolution): string[] {
  const isShipped = resolution.value('ship.required') === true;
  const perPallet = resolution.value<number>('cartons_per_pallet');
  if (!perPallet || !isShipped || resolution.value('pack.required') === true) return [];
  return [
    `The cartons of the order go onto pallets by ${resolution.sourceOf('cartons_per_pallet')}, and nothing of it is put into cartons, because the pack step is skipped by ${resolution.sourceOf('pack.required')}: the order has no pallet when it is shipped.`,
  ];
}

/** Returns the earliest moment of a step that the engine does; a person may begin at any time. */
function notBeforeOf(resolution: Resolution, step: Step): Pick<PlannedStep, 'not_before'> {
  const not_before = resolution.value<NotBefore>(`${step}.not_before`);
  return not_before && resolution.value(`${step}.by`) === 'automatic' ? { not_before } : {};
}

/** Returns the lists that are not empty: most plans have none. */
const withTexts = (lists: Record<'warnings' | 'refusals', string[]>): Pick<Plan, 'warnings' | 'refusals'> =>
  Object.fromEntries(Object.entries(lists).filter(([, texts]) => texts.length > 0));

function holdFrom(hold: HoldValue | undefined): Pick<Plan, 'hold' | 'released_by'> {
  if (hold === undefined || typeof hold === 'string') return { hold: hold ?? null };
  return { hold: hold.reason, released_by: hold.released_by };
}

/** Returns the plan: the decisions with the reasons. @param place where the carrier is configured; null if it is not */
export function planFrom(decisions: Decisions, resolution: Resolution, place: Place | null): Plan {
  const reasons = resolution.reasons();
  const { carrier } = decisions;
  if (carrier?.book_at) reasons.get(carrier.book_at)?.push(bookingReason(carrier, place));
  return {
    ...decisions,
    steps: decisions.steps.map((planned) => ({ ...planned, reasons: reasons.get(planned.step) ?? [] })),
    reasons: reasons.get(undefined) ?? [],
  };
}

function bookingReason({ name }: PlannedCarrier, place: Place | null): Reason {
  return claimFrom('carrier', name, place, 'booked with the carrier before this step', null);
}

/** Returns the carrier of a plan from its configuration. */
export function plannedCarrier(carrier: ConfiguredCarrier, resolution: Resolution): PlannedCarrier {
  const { name, plugin, rate, bookAt } = carrier;
  const book_at = bookingStep(bookAt, resolution);
  const asks = book_at !== null && pickupTime(carrier) === 'order' ? ({ asks_pickup: true } as const) : {};
  return { name, plugin: plugin.name, book_at, own_queue: rate !== null, ...asks };
}

/**
 * Returns the carrier of a pinned plan. Only the step of its booking may differ: steps may be
 * skipped or added since.
 */
export function pinnedCarrier(
  plan: Pick<Plan, 'carrier'>,
  carrier: ConfiguredCarrier | undefined,
  resolution: Resolution,
): PlannedCarrier | null {
  if (!plan.carrier) return null;
  const bookAt = carrier ? carrier.bookAt : plan.carrier.book_at;
  return { ...plan.carrier, book_at: bookingStep(bookAt, resolution) };
}

/**
 * Returns the step before which the carrier is booked: the one that its plugin names, or the next required step. An order that is
 * neither packed nor shipped has nothing to book.
 */
function bookingStep(bookAt: Step | null, resolution: Resolution): Step | null {
  if (bookAt === null) return null;
  if (!resolution.value('pack.required') && !resolution.value('ship.required')) return null;
  return steps.slice(steps.indexOf(bookAt)).find((step) => resolution.value(`${step}.required`)) ?? null;
}

/** The options are checked when the file is read. A plugin that throws nevertheless is not asked for a pickup. */
function pickupTime({ plugin, options }: ConfiguredCarrier): unknown {
  try {
    return plugin.pickupWhen?.(options) ?? null;
  } catch {
    return null;
  }
}
