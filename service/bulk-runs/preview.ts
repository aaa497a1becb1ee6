import { sql } from 'kysely';
import type { Planner } from '../../config/planning/planner.ts';
import type { BulkAction } from '../../config/schema.ts';
import type { BulkOutcome } from '../../records/states/bulk-run.ts';
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
import type { Column } from '../platform/database/row.ts';
import { Problem } from '../platform/problems/problems.ts';
import { locationType } from '../platform/states/kinds.ts';
import { isOpen } from '../platform/states/open.ts';
import { actions, checkOptions } from './actions.ts';
import type { StartRun } from './operations.ts';
import { pickGroups } from './pick-groups.ts';
import { type OrderStock, pickRefusal, stockOf } from './pick-together.ts';
import { printChoice } from './print-documents.ts';
import type { BulkOptions, Preview } from './schema.ts';
import { assertOrders, planForSelection, type Selected, selected } from './selection.ts';
import { done, nothingToDo, refused, type Verdict, waits } from './verdict.ts';

/** The maximum number of orders of a selection that get a dry run. Each takes some 10 ms. */
const mostPlanned = 1_000;
/** Milliseconds after which no further order of a longer selection gets one: a person waits for the answer. */
const longestPlanning = 1_000;
/** Transactions at the same time. The limit leaves connections for other requests. */
const parallelReads = 4;
const mostPicks = 1_000;

const dryRuns: { readonly [action in BulkAction]?: typeof dryRunIssue } = { issue: dryRunIssue, replan: dryRunReplan };

/**
 * Returns the effects that a run would have now: the outcomes of its orders, their plans, warnings and picks. It changes nothing.
 * @throws the errors of starting the run
 */
export async function preview(
  call: CallContext,
  { body, selection, planner }: StartRun & { planner: Planner },
): Promise<Preview> {
  const { action, kind = 'sales', options = {}, order_id: ids } = body;
  checkOptions(action, options);
  const orders = await call.database.transaction('bulkrun.preview', async (tx) => {
    if (ids) await assertOrders(tx, kind, ids);
    await planForSelection(tx);
    return selected(tx, selection);
  });
  const verdicts = await verdictsByState(call, orders, action, options);
  const open = orders.flatMap(({ id }) => (verdicts.get(id) === done ? [id] : []));
  const sampled = sample(open, mostPlanned);
  const dryRun = dryRuns[action];
  const until = sampled.length < open.length ? performance.now() + longestPlanning : Number.POSITIVE_INFINITY;
  const results = dryRun ? await runAll(sampled, until, (id) => dryRun(call, id, planner)) : [];
  addDryRuns(verdicts, orders, results, options);
  const plans = dryRun ? results : await pinnedPlans(call.database.kysely, sampled);
  return {
    dry_run: true,
    action,
    total: orders.length,
    outcomes: outcomesOf(verdicts),
    plans: plansOf(plans),
    warnings: await warningsIn(call, results),
    planned: plans.length,
    picks: action === 'pick' ? await picks(call, open, options) : null,
  };
}

/** Returns the verdicts that follow from the states of the orders, their documents and their stock. */
async function verdictsByState(
  call: CallContext,
  orders: readonly Selected[],
  action: BulkAction,
  options: BulkOptions,
): Promise<Map<number, Verdict>> {
  const orderAction = actions[action].orderAction(options);
  const unprinted = action === 'print' ? await reasonsNotToPrint(call, orders, options) : null;
  const stock = action === 'pick' ? await readStock(call, orders) : null;
  const verdictOf = (order: Selected, why: string | null, inStock: OrderStock | undefined): Verdict =>
    (stock && pickRefusal(order, inStock)) ?? verdictByState(order, orderAction, options, why);
  // Orders of one kind have one verdict. To make each refusal anew would keep the service from other calls for seconds.
  const kinds = new Map<string, Verdict>();
  const verdicts = new Map<number, Verdict>();
  for (const order of orders) {
    const { id, status_id, held_at, hold_reason, released_by, is_refused } = order;
    const [why, inStock] = [unprinted?.get(id) ?? null, stock?.get(id)];
    const kind = `${status_id} ${held_at !== null} ${inStock?.ready} ${inStock?.short} ${why} ${hold_reason} ${released_by} ${is_refused}`;
    const verdict = kinds.get(kind) ?? withoutNumber(verdictOf(order, why, inStock), order);
    kinds.set(kind, verdict);
    verdicts.set(id, verdict);
  }
  return verdicts;
}

/** A dry run can end with a refusal, with nothing to do, or with warnings. */
function addDryRuns(
  verdicts: Map<number, Verdict>,
  orders: readonly Selected[],
  results: readonly DryRun[],
  options: BulkOptions,
): void {
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const { id, refused: problem, idle, warnings } of results) {
    const verdict = problem ? refused(problem) : idle === null ? null : nothingToDo(idle);
    const order = byId.get(id);
    if (verdict && order) verdicts.set(id, withoutNumber(verdict, order));
    else if (warnings.length > 0 && options.when) verdicts.set(id, waits);
    else if (warnings.length > 0 && !options.ignore_warnings) verdicts.set(id, warned);
  }
}

function outcomesOf(verdicts: ReadonlyMap<number, Verdict>): Preview['outcomes'] {
  const tally = new Tally<{ outcome: BulkOutcome; code: string | null; reason: string | null }>();
  for (const [id, { outcome, code, reason }] of verdicts) {
    if (outcome !== null) tally.add(`${outcome} ${code} ${reason}`, { outcome, code, reason }, id);
  }
  return tally.entries().map(({ value, orders, examples }) => ({ ...value, orders, examples }));
}

function plansOf(plans: readonly { readonly id: number; readonly plan: string }[]): Preview['plans'] {
  const tally = new Tally<string>();
  for (const { id, plan } of plans) tally.add(plan, plan, id);
  return tally.entries().map(({ value: plan, orders, examples }) => ({ plan, orders, examples }));
}

/** The state of an order shows some refusals. The run itself finds the others. */
function verdictByState(
  order: Selected,
  action: OrderAction | null,
  { reason }: BulkOptions,
  unprinted: string | null,
): Verdict {
  try {
    const idle = action?.idle(order, { reason }) ?? unprinted;
    return idle === null ? done : nothingToDo(idle);
  } catch (error) {
    if (error instanceof Problem) return refused(error);
    throw error;
  }
}

/** The member `warnings` of the preview has the warnings themselves. */
const warned: Verdict = { outcome: 'warned', code: 'order.warnings', reason: null };

/** Reads the stock of the orders that can be picked at all. */
function readStock({ database }: CallContext, orders: readonly Selected[]): Promise<ReadonlyMap<number, OrderStock>> {
  const ids = orders.filter(isOpen).map(({ id }) => id);
  return database.transaction('bulkrun.preview', (tx) => stockOf(tx, ids));
}

/** The number of orders in one statement. */
const printBatch = 5_000;

/** Returns why each order has nothing to print; null for an order with documents. */
async function reasonsNotToPrint(
  { database }: CallContext,
  orders: readonly Selected[],
  options: BulkOptions,
): Promise<ReadonlyMap<number, string | null>> {
  const reasons = new Map<number, string | null>();
  const batches = Array.from({ length: Math.ceil(orders.length / printBatch) }, (_, at) =>
    orders.slice(at * printBatch, (at + 1) * printBatch).map(({ id }) => id),
  );
  await inParallel(batches.values(), async (ids) => {
    const batch = await database.transaction('bulkrun.preview', (tx) => previewPrint(tx, ids, printChoice(options)));
    for (const [id, why] of batch) reasons.set(id, why);
  });
  return reasons;
}

/** Removes the number of the order from the reason, so that the tally counts equal reasons of many orders together. */
function withoutNumber(verdict: Verdict, { number }: Selected): Verdict {
  if (verdict.reason === null) return verdict;
  const reason = verdict.reason.replace(`Order ${number} `, 'It ').replace(`order ${number}`, 'it');
  return { ...verdict, reason };
}

/** Returns at most `most` ids, spread evenly over the list. */
function sample(ids: readonly number[], most: number): number[] {
  if (ids.length <= most) return [...ids];
  const positions = new Set(Array.from({ length: most }, (_, at) => Math.floor((at * ids.length) / most)));
  return ids.filter((_, at) => positions.has(at));
}

/** Coprime with the size of a sample, and near its golden section: each of the first orders is far away from those before it. */
const stride = 619;

/**
 * Runs the dry runs of the orders, a few at a time, until a time. So far as they are not all of them, they are spread over all.
 * @param until in milliseconds of `performance.now()`
 * @returns the results in order of id
 */
async function runAll(
  ids: readonly number[],
  until: number,
  dryRun: (id: number) => Promise<DryRun>,
): Promise<DryRun[]> {
  const results: DryRun[] = [];
  const isSample = Number.isFinite(until);
  const queue = ids.map((id, at) => (isSample ? (ids[(at * stride) % ids.length] ?? id) : id)).values();
  await inParallel(queue, async (id) => {
    if (performance.now() <= until) results.push(await dryRun(id));
  });
  return results.sort((a, b) => a.id - b.id);
}

/** Works on the items of a queue, a few at a time. */
async function inParallel<Item>(queue: Iterator<Item> & Iterable<Item>, work: (item: Item) => Promise<void>) {
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: parallelReads }, worker));
}

/** Returns the warnings of the single orders, and the shortages of all orders together. */
async function warningsIn(call: CallContext, dryRuns: readonly DryRun[]): Promise<Preview['warnings']> {
  const warnings = new Tally<Pick<Warning, 'code' | 'message'>>();
  for (const { id, warnings: own } of dryRuns) {
    for (const { code, message } of own) warnings.add(`${code} ${message}`, { code, message }, id);
  }
  const needs = dryRuns.flatMap(({ needs }) => needs);
  for (const { site_id, part_id, part, qty, free } of await shortTogether(call, needs)) {
    const message = `Of part ${part} the orders need ${qty} together, and ${free} are available.`;
    for (const { id, needs: own } of dryRuns) {
      if (!own.some((need) => need.site_id === site_id && need.part_id === part_id)) continue;
      warnings.add(message, { code: 'stock.short', message }, id);
    }
  }
  return warnings.entries().map(({ value, orders, examples }) => ({ ...value, orders, examples }));
}

/** Returns the parts of which the orders need more together than is available at their sites. */
async function shortTogether({ database }: CallContext, needs: DryRun['needs']) {
  const { rows } = await sql<{
    site_id: number;
    part_id: number;
    part: Column<'part', 'number'>;
    qty: string;
    free: string;
  }>`
    -- Compares the sum of the needs with the free stock of each part and site.
    select n.site_id, n.part_id, p.number as part, trim_scale(n.qty)::text as qty, trim_scale(coalesce(h.qty, 0))::text as free
    from (
      select site_id, part_id, sum(qty) as qty from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb)
        as n(site_id bigint, part_id bigint, qty numeric) group by site_id, part_id) n
    join part p on p.id = n.part_id
    left join lateral (
      select sum(i.qty - i.qty_committed) as qty from inventory i join location l on l.id = i.location_id
      where i.part_id = n.part_id and l.site_id = n.site_id and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active) h on true
    where n.qty > coalesce(h.qty, 0) order by p.number`.execute(database.kysely);
  return rows;
}

/** Returns the picks that the run would create. */
async function picks(
  { database }: CallContext,
  ids: readonly number[],
  options: BulkOptions,
): Promise<Preview['picks']> {
  const groups = await database.transaction('bulkrun.preview', (tx) =>
    pickGroups(tx, sql`select order_id, at from unnest(${ids}::bigint[]) with ordinality as o(order_id, at)`, options),
  );
  return groups.slice(0, mostPicks).map(({ key, orders, lines, weight_g }) => ({
    group: key ?? 'by itself',
    orders: orders.length,
    lines,
    weight_g,
    examples: orders.slice(0, 5).map((order) => order.id),
  }));
}

/** Counts the orders of each kind, and keeps the first ids as examples. */
class Tally<Value> {
  readonly #kinds = new Map<string, { value: Value; orders: number; examples: number[] }>();

  /** Counts an order. Orders with the same key are of one kind. */
  add(key: string, value: Value, orderId: number): void {
    const kind = this.#kinds.get(key) ?? { value, orders: 0, examples: [] };
    kind.orders += 1;
    if (kind.examples.length < exampleCount) kind.examples.push(orderId);
    this.#kinds.set(key, kind);
  }

  /** Returns the kinds; the most frequent one comes first. */
  entries(): { value: Value; orders: number; examples: number[] }[] {
    return [...this.#kinds.values()].sort((a, b) => b.orders - a.orders);
  }
}

const exampleCount = 5;
