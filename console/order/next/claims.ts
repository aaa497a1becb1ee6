import type { Client } from '../../../client/browser.ts';
import type { Progress, Shown, StepName } from '../order.ts';
import type { NextCall } from './call-words.ts';

/** The claims of calls about goods. The user has to confirm the claim before the call is sent. */
export type Claim =
  | 'pick'
  | 'pack'
  | 'ship'
  | 'pickup'
  | 'commit'
  | 'moveitem'
  | 'finishpick'
  | 'finishpack'
  | 'finishship';

/** Units that a call makes a claim about. */
export interface Fact {
  /** The order line, for calls that take a quantity by line; null for the others. */
  readonly lineId: number | null;
  readonly part: string;
  readonly qty: number;
  /** Where they are, in words; empty for nowhere in particular. */
  readonly place: string;
  /** Whether the list says already that they are picked. */
  readonly isDone: boolean;
}

type Permits = (permission: string) => boolean;

/** Reads the units that a call makes a claim about; none where the user may not read them. */
export async function factsOf(claim: Claim, call: NextCall, shown: Shown, client: Client, permits: Permits) {
  const id = Number(/\/(\d+)\//.exec(call.path)?.[1]);
  switch (claim) {
    case 'commit':
      return permits('pickline.read') ? unitsOfLine(client, id) : [];
    case 'pick':
      return permits('pickline.read') ? unitsToPick(client, shown.order.id) : [];
    case 'finishpick':
      return permits('pick.read') ? unitsOfPick(client, id) : [];
    case 'moveitem':
    case 'finishpack':
      return permits('pack.read') ? unitsOfPack(client, id) : [];
    case 'pack':
      return permits('salesorderline.read') ? unitsBefore('pack', client, shown) : [];
    case 'ship':
    case 'finishship':
      return permits('salesorderline.read') ? unitsBefore('ship', client, shown) : [];
    case 'pickup':
      return permits('salesorderline.read') ? unitsBefore('pickup', client, shown) : [];
  }
}

interface PickUnits {
  readonly line_id: number;
  readonly part_id: number;
  readonly part?: { readonly number: string };
  readonly location?: { readonly name: string } | null;
  readonly qty: number;
  readonly qty_committed: number;
}

const withNames = 'part,location';

async function unitsOfLine(client: Client, id: number): Promise<Fact[]> {
  return [factOf(await client.pickline.get(id, { embed: withNames }))];
}

async function unitsOfPick(client: Client, id: number): Promise<Fact[]> {
  const { lines = [] } = await client.pick.get(id, { embed: 'lines,lines.part,lines.location' });
  return lines.map(factOf);
}

const factOf = ({ part, part_id, location, qty, qty_committed }: PickUnits): Fact => ({
  lineId: null,
  part: part?.number ?? `${part_id}`,
  qty,
  place: location?.name ?? '',
  isDone: qty_committed > 0,
});

/** Reads the units of an order that are reserved and not picked: a line of the order once, with all its places. */
async function unitsToPick(client: Client, orderId: number): Promise<Fact[]> {
  const facts = new Map<number, Fact>();
  const filter = `order_id = ${orderId} && qty_committed = 0 && location_id IS NOT NULL`;
  for await (const line of client.pickline.each({ filter, embed: withNames })) {
    const fact = factOf(line);
    const known = facts.get(line.line_id);
    const places = [...new Set([...(known?.place.split(', ') ?? []), fact.place])].join(', ');
    facts.set(line.line_id, {
      ...fact,
      lineId: line.line_id,
      qty: Number((fact.qty + (known?.qty ?? 0)).toFixed(6)),
      place: places,
    });
  }
  return [...facts.values()];
}

async function unitsOfPack(client: Client, id: number): Promise<Fact[]> {
  const { lines = [] } = await client.pack.get(id, { embed: 'lines,lines.part' });
  return lines.map(({ part, part_id, qty }) => ({
    ...{ lineId: null, part: part?.number ?? `${part_id}`, qty, place: '', isDone: false },
  }));
}

const done = { pick: 'qty_picked', pack: 'qty_packed', ship: 'qty_shipped', pickup: 'qty_picked_up' } as const;
type Step = keyof typeof done;

/** Reads the units of an order that the step before has done, and the step itself has not. */
async function unitsBefore(step: Step, client: Client, { order, progress }: Shown): Promise<Fact[]> {
  const before = done[stepBefore(step, progress)];
  const facts: Fact[] = [];
  for await (const line of client.salesorderline.each({ where: { salesorder_id: order.id }, embed: 'part' })) {
    const qty = Number((line[before] - line[done[step]]).toFixed(6));
    if (line.part_id === null || qty <= 0) continue;
    facts.push({ lineId: line.id, part: line.part?.number ?? `${line.part_id}`, qty, place: '', isDone: false });
  }
  return facts;
}

/** Returns the last step before another one that the order needs. */
function stepBefore(step: Step, { steps }: Progress): Step {
  const names = steps.filter(({ required }) => required).map((one): StepName => one.step);
  const before = names.slice(0, Math.max(0, names.indexOf(step))).at(-1);
  return before !== undefined && before in done ? (before as Step) : 'pick';
}

/** The calls that do a step for an order: they take a quantity for each line. */
export const takesQuantities = ({ path }: NextCall): boolean => path.startsWith('/task/');

/** Returns the body of a call that does a step, with the quantities that somebody has typed, by order line. */
export function bodyOf(call: NextCall, facts: readonly Fact[], typed: ReadonlyMap<number, number>): unknown {
  const isWhole = facts.every(({ lineId, qty }) => lineId === null || (typed.get(lineId) ?? qty) === qty);
  if (isWhole || !takesQuantities(call)) return call.body;
  const line_details = facts.flatMap(({ lineId, qty }) => {
    const own = lineId === null ? 0 : (typed.get(lineId) ?? qty);
    return lineId !== null && own > 0 ? [{ transactionline_id: lineId, qty: own }] : [];
  });
  return { ...(call.body as object), line_details };
}
