import { type Line, type Order, type Return, type ReturnLine, refuseIf, sum, type Work, type World } from './world.ts';

/** Returns how many units of a work its returns claim: requested or authorised units, and of closed returns the received ones. */
export const claimed = (world: World, work: Work): number =>
  sum(
    [...world.returns]
      .filter(({ status }) => status !== 'Canceled')
      .flatMap(({ status, lines }) =>
        lines
          .filter((line) => line.work === work)
          .map(({ requested, authorised, received, sentBack }) => {
            const open = status === 'Closed' ? 0 : status === 'Requested' ? requested : authorised;
            return Math.max(received, open) - sentBack;
          }),
      ),
  );

export function request(world: World, order: Order, line: Line, qty: number): Return {
  refuseIf(order.kind !== 'sales', 422);
  refuseIf(line.works.some((work) => claimed(world, work) + qty * work.perUnit > work.done.pickup));
  const lines = line.works.map((work): ReturnLine => {
    return { id: null, work, requested: qty * work.perUnit, authorised: 0, received: 0, sentBack: 0 };
  });
  const made: Return = { id: null, order, status: 'Requested', lines, units: [] };
  world.returns.add(made);
  return made;
}

export function authorise(one: Return): void {
  refuseIf(['Closed', 'Canceled'].includes(one.status));
  if (one.status !== 'Requested') return;
  one.status = 'Authorised';
  for (const line of one.lines) line.authorised = line.requested;
}

export function cancel(one: Return): void {
  refuseIf(!['Requested', 'Authorised', 'Canceled'].includes(one.status));
  one.status = 'Canceled';
}

/** Receives one unit at the dock, where no order gets it. */
export function receive(world: World, one: Return, line: ReturnLine): void {
  refuseIf(!['Authorised', 'Received', 'Inspected'].includes(one.status) || line.received >= line.authorised);
  line.received += 1;
  one.status = 'Received';
  one.units.push({ id: null, line, open: true });
  world.rowOf(line.work.part, world.dock, '').qty += 1;
}

/** @param place where the unit is put; null for one that is sent back or scrapped */
export function inspect(
  world: World,
  one: Return,
  unit: Return['units'][number],
  { outcome, place }: { outcome: string; place: number | null },
): void {
  refuseIf(one.status !== 'Received');
  refuseIf(!unit.open, 422);
  const { part } = unit.line.work;
  unit.open = false;
  world.rowOf(part, world.dock, '').qty -= 1;
  if (outcome === 'sendback') unit.line.sentBack += 1;
  if (!one.units.some(({ open }) => open)) one.status = 'Inspected';
  if (place === null) return;
  world.rowOf(part, place, '').qty += 1;
  if (outcome === 'restock') world.allocateBackorders([part]);
}

/** Credits the units that stay. Kits are credited whole. */
export function close(world: World, one: Return): void {
  refuseIf(!['Authorised', 'Inspected', 'Closed'].includes(one.status));
  if (one.status === 'Closed') return;
  one.status = 'Closed';
  for (const { line } of new Set(one.lines.map(({ work }) => work))) {
    const whole = line.works.map((work) => Math.trunc(kept(world, work) / work.perUnit));
    line.returned = Math.min(...whole);
  }
}

/** Returns how many units of a work stay, of the returns that are closed. */
const kept = (world: World, work: Work): number =>
  sum(
    [...world.returns]
      .filter(({ status }) => status === 'Closed')
      .flatMap(({ lines }) => lines.filter((line) => line.work === work))
      .map(({ received, sentBack }) => received - sentBack),
  );
