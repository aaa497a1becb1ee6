import type { Call } from './calls.ts';
import { add, type Order, type Part, type Pickupline, type Receipt, refuseIf, type World } from './world.ts';

export function receive(
  world: World,
  receipt: Receipt,
  to: { part: Part; location: number; lot: string; qty: number },
): void {
  refuseIf(!takesGoods(receipt));
  const line = receipt.lines.find(({ part }) => part === to.part);
  refuseIf(!line || line.received + to.qty > line.qty);
  line!.received += to.qty;
  receipt.status = 'Receiving';
  world.rowOf(to.part, to.location, to.lot).qty += to.qty;
  world.allocateBackorders([to.part]);
}

export const takesGoods = ({ status }: Receipt): boolean => status === 'Open' || status === 'Receiving';

/** @param reason why units that were sent are lost */
export function close(receipt: Receipt, reason: string | undefined): void {
  refuseIf(receipt.status === 'Canceled');
  if (receipt.status === 'Closed') return;
  const isLost = receipt.sent !== null && receipt.lines.some(({ qty, received }) => received < qty);
  refuseIf(isLost && reason === undefined, 422);
  receipt.status = 'Closed';
}

export function cancel(receipt: Receipt): void {
  if (receipt.status === 'Canceled') return;
  refuseIf(receipt.status !== 'Open' || receipt.sent !== null);
  receipt.status = 'Canceled';
}

/** Units of transfer orders are expected at the other site from their pickup on: they are in transit. */
export function expectSent(world: World, lines: readonly Pickupline[], orders: readonly Order[]): void {
  for (const order of orders.filter(({ kind }) => kind === 'transfer')) {
    const sent = sentOf(order, lines);
    if (sent.size === 0) continue;
    world.receipts.push({
      id: null,
      status: 'Open',
      lines: [...sent].map(([part, qty]) => ({ part, qty, received: 0 })),
      sent: { order, lines: lines.filter(({ orders: of }) => of.has(order)) },
    });
  }
}

function sentOf(order: Order, lines: readonly Pickupline[]): Map<Part, number> {
  const sent = new Map<Part, number>();
  for (const { work, qty } of lines.flatMap(({ left }) => left)) if (work.order === order) add(sent, work.part, qty);
  return sent;
}

/** Units that come back are not expected any more, unless some came in or are lost. */
export function expectNoLonger(world: World, lines: readonly Pickupline[]): void {
  const open = world.receipts.filter(
    ({ sent, status }) => status !== 'Canceled' && sent?.lines.some((line) => lines.includes(line)),
  );
  refuseIf(open.some(({ status }) => status !== 'Open'));
  for (const receipt of open) {
    const back = sentOf(receipt.sent!.order, lines);
    const left = receipt.lines.filter(({ part, qty }) => qty > (back.get(part) ?? 0));
    if (left.length === 0) receipt.status = 'Canceled';
    else {
      for (const line of left) line.qty -= back.get(line.part) ?? 0;
      receipt.lines = left;
    }
  }
}

/** Returns the call that makes a receipt of some parts. */
export const expectGoods = (world: World, lines: readonly { part: Part; qty: number }[]): Call => ({
  path: '/receipt',
  body: { lines: lines.map(({ part, qty }) => ({ part_id: part.id, qty })) },
  does: () => {
    const receipt: Receipt = {
      id: null,
      status: 'Open',
      lines: lines.map((line) => ({ ...line, received: 0 })),
      sent: null,
    };
    world.receipts.push(receipt);
    return receipt;
  },
});
