import { sql } from 'kysely';
import type { Plan, Step } from '../../../config/planning/plan.ts';
import type { Planner } from '../../../config/planning/planner.ts';
import { grouped } from '../../../lib/grouped.ts';
import { makeWork } from '../../fulfilment/work/make-work.ts';
import { makePicklines } from '../../fulfilment/work/picklines.ts';
import { readyOrders } from '../../fulfilment/work/ready.ts';
import { type LockedOrder, lockStock } from '../../inventory/stock/locks.ts';
import { type Allocation, reserve } from '../../inventory/stock/reserve.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { factsOfOrders, type PlanInput } from '../planning/facts.ts';
import { pin } from '../planning/pin.ts';
import { planAtIssue } from '../planning/plan.ts';
import { unknownNames } from '../planning/unknown-names.ts';
import { type Shortage, type Warning, warningsOf } from './warnings.ts';

/** A locked draft with the plan that its issue would pin. */
export interface PlannedDraft extends Pick<PlanInput, 'facts' | 'lineFaults'> {
  readonly order: LockedOrder;
  readonly plan: Plan;
  /** The names of the plan that no record has. */
  readonly unknown: readonly string[];
}

/** A draft whose plan is pinned, with its work and the stock that is reserved for it. */
export interface PlacedOrder extends PlannedDraft {
  readonly allocations: readonly Allocation[];
  readonly shortages: readonly Shortage[];
  /** Whether there is anything to pick. */
  readonly hasPickWork: boolean;
}

/** Plans drafts, in the sequence of the orders. */
export async function planDrafts(tx: Tx, orders: readonly LockedOrder[], planner: Planner): Promise<PlannedDraft[]> {
  const ids = orders.map(({ id }) => id);
  const inputs = new Map((await factsOfOrders(tx, ids)).map((input) => [input.facts.id, input]));
  const drafts: PlannedDraft[] = [];
  for (const order of orders) {
    const input = inputs.get(order.id);
    if (!input) continue;
    const { facts, lineFaults } = input;
    const plan = planAtIssue(planner, input);
    drafts.push({ order, facts, lineFaults, plan, unknown: await unknownNames(tx, plan, facts) });
  }
  return drafts;
}

/**
 * Pins the plans of drafts of one site, makes their work, and reserves stock: for the first order first. Each is a statement over all
 * orders. What cannot be reserved is told, and nothing is refused for it.
 */
export async function placeOrders(tx: Tx, drafts: readonly PlannedDraft[]): Promise<PlacedOrder[]> {
  const { site_id: siteId } = firstOf(drafts).order;
  await pin(tx, drafts);
  const orders = drafts.map(({ order: { id, number }, plan }) => ({ id, number, steps: requiredSteps(plan) }));
  const { pickWork, partIds } = await makeWork(tx, siteId, orders);
  await lockStock(tx, siteId, partIds);
  const workIds = pickWork.map(({ id }) => id);
  const reserved = await reserve(tx, siteId, workIds, 'work');
  const covered = new Set(reserved.flatMap((one) => (one.covered ? [one.work_id] : [])));
  const short = new Set(pickWork.flatMap(({ id, order_id }) => (covered.has(id) ? [] : [order_id])));
  const shortages = await shortagesOf(tx, [...short]);
  const allocations = grouped(reserved, ({ order_id }) => order_id);
  const toPick = new Set(pickWork.map(({ order_id }) => order_id));
  return drafts.map((draft) => {
    const { id } = draft.order;
    return {
      ...draft,
      allocations: allocations.get(id) ?? [],
      shortages: shortages.get(id) ?? [],
      hasPickWork: toPick.has(id),
    };
  });
}

/** Makes the picklines of placed orders of one site. Orders without anything to pick are ready for pickup at once. */
export async function makeLists(tx: Tx, placed: readonly PlacedOrder[]): Promise<void> {
  const { site_id: siteId } = firstOf(placed).order;
  const idsOf = (hasPickWork: boolean) =>
    placed.flatMap(({ order, ...one }) => (one.hasPickWork === hasPickWork ? [order.id] : []));
  const toPick = idsOf(true);
  const allocations = placed.flatMap((order) => order.allocations);
  if (toPick.length > 0) await makePicklines(tx, siteId, toPick, allocations);
  const ready = idsOf(false);
  if (ready.length > 0) await readyOrders(tx, ready);
}

/** Whether the engine picks the order at once. It then has the state that its pin wrote, and the commit need not ask for it. */
export const startsWithPick = ({ order, plan, shortages, hasPickWork }: PlacedOrder): boolean => {
  const first = plan.steps.find(({ required }) => required);
  return (
    first?.step === 'pick' &&
    first.by === 'automatic' &&
    first.not_before === undefined &&
    hasPickWork &&
    shortages.length === 0 &&
    plan.hold === null &&
    order.held_at === null
  );
};

/** Whether a pick of its own is made together with the issue of the order. */
export const startsPick = ({ order, plan, allocations }: PlacedOrder): boolean =>
  plan.create_pick && allocations.length > 0 && plan.hold === null && order.held_at === null;

/** Returns the warnings about the issue of a draft. */
export function warningsOfDraft(
  { order, facts, plan, lineFaults, unknown }: PlannedDraft,
  shortages: readonly Shortage[],
): Warning[] {
  const holdReason = order.held_at === null ? null : order.hold_reason;
  return warningsOf(facts, plan, lineFaults, holdReason, { shortages, unknown });
}

const requiredSteps = ({ steps }: Plan): Step[] => steps.flatMap(({ step, required }) => (required ? [step] : []));

/** Reads the quantities that could not be reserved. */
export async function shortagesOf(tx: Tx, orderIds: readonly number[]): Promise<Map<number, Shortage[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<Shortage & Row<'work', 'order_id'>>`
    -- Reads the work that stock is short for.
    select w.order_id, w.line_id, p.id as part_id, p.number as part, trim_scale(w.qty)::text as qty, trim_scale(w.qty_short)::text as short
    from work w join part p on p.id = w.part_id
    where w.order_id = any(${orderIds}::bigint[]) and w.qty_short > 0 order by w.line_id, p.id`.execute(tx);
  const shortages = rows.map(({ order_id, ...shortage }) => ({ order_id, shortage }));
  return new Map(
    [...grouped(shortages, ({ order_id }) => order_id)].map(([id, own]) => [id, own.map(({ shortage }) => shortage)]),
  );
}
