import { sql } from 'kysely';
import type { Planner } from '../../planning/planner.ts';
import { previewPrint } from '../fulfilment/documents/operations.ts';
import {
  type DryRun,
  dryRunIssue,
  dryRunReplan,
  type OrderAction,
  pinnedPlans,
  type Warning,
} from '../orders/lifecycle/operations.ts';
import type { CallContext } from '../platform/database/operation.ts';
import { Problem } from '../platform/problems/problems.ts';
import { locationType } from '../platform/states/kinds.ts';
import { actions, checkOptions } from './actions.ts';
import type { StartRun } from './operations.ts';
import { pickGroups } from './pick-groups.ts';
import { foreseePicks } from './pick-together.ts';
import { printChoice } from './print-documents.ts';
import type { BulkOptions, Preview } from './schema.ts';
import { demandOrders, planForMany, type Selected, selected } from './selection.ts';
import { Tally } from './tally.ts';
import { done, nothingToDo, refused, type Verdict } from './verdict.ts';

/** Of how many orders plans and warnings are worked out: each takes some 10 ms, and an answer should take seconds. */
const mostPlanned = 1_000;
/** Orders that are rehearsed at once; others are worked on too. */
const atOnce = 4;
const mostPicks = 1_000;

/**
 * What a run would do, without doing anything: what would become of the orders as they are now, by which plans, with which
 * warnings, in which picks.
 * @throws as starting the run does
 */
export async function preview(
  call: CallContext,
  { body, selection, planner }: StartRun & { planner: Planner },
): Promise<Preview> {
  const { action, options = {}, order_id: ids } = body;
  checkOptions(action, options);
  const orders = await call.database.transaction('bulkrun.preview', async (tx) => {
    if (ids) await demandOrders(tx, ids);
    await planForMany(tx);
    return selected(tx, selection);
  });
  const outcomes = new Tally<Verdict>();
  const open: number[] = [];
  const deed = actions[action].deed(options);
  const prints = action === 'print' ? await foreseenPrints(call, orders, options) : null;
  const unpicked = action === 'pick' ? await foreseenPicks(call, orders) : null;
  const found = new Map<number, Verdict>();
  for (const order of orders) {
    const inTheWay = unpicked?.get(order.id);
    const verdict = inTheWay ? general(inTheWay, order) : foreseen(order, deed, options, prints?.get(order.id) ?? null);
    if (verdict === done) open.push(order.id);
    found.set(order.id, verdict);
  }
  const planned = spread(open, mostPlanned);
  const dryRunning = action === 'issue' ? dryRunIssue : action === 'replan' ? dryRunReplan : null;
  const outcome = dryRunning ? await dryRun(call, planned, planner, dryRunning) : [];
  const selectedById = new Map(orders.map((order) => [order.id, order]));
  for (const { id, refused: problem, idle, warnings } of outcome) {
    const because = problem ? refused(problem) : idle === null ? null : nothingToDo(idle);
    if (because) found.set(id, general(because, selectedById.get(id)!));
    else if (warnings.length > 0 && !options.ignore_warnings) found.set(id, warned);
  }
  for (const [id, verdict] of found) outcomes.add(`${verdict.outcome} ${verdict.code} ${verdict.reason}`, verdict, id);
  const plans = new Tally<string>();
  for (const { id, plan } of dryRunning ? outcome : await pinnedPlans(call.database.kysely, planned))
    plans.add(plan, plan, id);
  return {
    dry_run: true,
    action,
    total: orders.length,
    outcomes: outcomes.entries().map(({ value: { outcome, code, reason }, orders, examples }) => ({
      outcome: outcome!,
      code,
      reason,
      orders,
      examples,
    })),
    plans: plans.entries().map(({ value: plan, orders, examples }) => ({ plan, orders, examples })),
    warnings: await warningsIn(call, outcome),
    planned: planned.length,
    picks: action === 'pick' ? await picks(call, open, options) : null,
  };
}

/** As far as the state of the order tells; what else can be in the way is found when it is its turn. */
function foreseen(order: Selected, deed: OrderAction | null, { reason }: BulkOptions, noPrint: string | null): Verdict {
  try {
    const idle = deed?.idle(order, { reason }) ?? noPrint;
    return idle === null ? done : general(nothingToDo(idle), order);
  } catch (error) {
    if (error instanceof Problem) return general(refused(error), order);
    throw error;
  }
}

/** Which warnings they are is told beside it. */
const warned: Verdict = { outcome: 'warned', code: 'order.warnings', reason: null };

const foreseenPicks = ({ database }: CallContext, orders: readonly Selected[]): ReturnType<typeof foreseePicks> =>
  database.transaction('bulkrun.preview', (tx) => foreseePicks(tx, orders));

/** Orders that are looked at by one statement. */
const printsAtOnce = 1_000;

/** Why nothing would be printed of an order; null where something would. */
async function foreseenPrints(
  { database }: CallContext,
  orders: readonly Selected[],
  options: BulkOptions,
): Promise<ReadonlyMap<number, string | null>> {
  const foreseen = new Map<number, string | null>();
  for (let at = 0; at < orders.length; at += printsAtOnce) {
    const ids = orders.slice(at, at + printsAtOnce).map(({ id }) => id);
    const some = await database.transaction('bulkrun.preview', (tx) => previewPrint(tx, ids, printChoice(options)));
    for (const [id, why] of some) foreseen.set(id, why);
  }
  return foreseen;
}

/** Without the order's number, so that those of many orders are the same. */
const general = (verdict: Verdict, { number }: Selected): Verdict => ({
  ...verdict,
  reason: verdict.reason?.replace(`Order ${number} `, 'It ').replace(`order ${number}`, 'it') ?? null,
});

/** At most so many, from all over. */
function spread(ids: readonly number[], most: number): number[] {
  if (ids.length <= most) return [...ids];
  return Array.from({ length: most }, (_, at) => ids[Math.floor((at * ids.length) / most)]!);
}

async function dryRun(
  call: CallContext,
  ids: readonly number[],
  planner: Planner,
  one: typeof dryRunIssue,
): Promise<DryRun[]> {
  const found: DryRun[] = [];
  let next = 0;
  const worker = async () => {
    while (next < ids.length) found.push(await one(call, ids[next++]!, planner));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found.sort((a, b) => a.id - b.id);
}

/** Of each order by itself, and what all of them together are short of. */
async function warningsIn(call: CallContext, outcome: readonly DryRun[]): Promise<Preview['warnings']> {
  const warnings = new Tally<Pick<Warning, 'code' | 'message'>>();
  for (const { id, warnings: own } of outcome) {
    for (const { code, message } of own) warnings.add(`${code} ${message}`, { code, message }, id);
  }
  const needs = outcome.flatMap(({ needs }) => needs);
  for (const { site_id, part_id, part, qty, free } of await shortTogether(call, needs)) {
    const message = `Of part ${part} the orders need ${qty} together, and ${free} are available.`;
    for (const { id, needs: own } of outcome) {
      if (!own.some((need) => need.site_id === site_id && need.part_id === part_id)) continue;
      warnings.add(message, { code: 'stock.short', message }, id);
    }
  }
  return warnings.entries().map(({ value, orders, examples }) => ({ ...value, orders, examples }));
}

async function shortTogether({ database }: CallContext, needs: DryRun['needs']) {
  const { rows } = await sql<{ site_id: number; part_id: number; part: string; qty: string; free: string }>`
    select n.site_id, n.part_id, p.number as part, trim_scale(n.qty)::text as qty, trim_scale(coalesce(h.qty, 0))::text as free
    from (
      select site_id, part_id, sum(qty) as qty from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb)
        as n(site_id int, part_id int, qty numeric) group by site_id, part_id) n
    join part p on p.id = n.part_id
    left join lateral (
      select sum(i.qty - i.qty_committed) as qty from inventory i join location l on l.id = i.location_id
      where i.part_id = n.part_id and l.site_id = n.site_id and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active) h on true
    where n.qty > coalesce(h.qty, 0) order by p.number`.execute(database.kysely);
  return rows;
}

async function picks(
  { database }: CallContext,
  ids: readonly number[],
  options: BulkOptions,
): Promise<Preview['picks']> {
  const groups = await database.transaction('bulkrun.preview', (tx) =>
    pickGroups(tx, sql`select order_id, at from unnest(${ids}::int[]) with ordinality as o(order_id, at)`, options),
  );
  return groups.slice(0, mostPicks).map(({ key, orders, lines, weight_g }) => ({
    group: key ?? 'by itself',
    orders: orders.length,
    lines,
    weight_g,
    examples: orders.slice(0, 5).map((order) => order.id),
  }));
}
