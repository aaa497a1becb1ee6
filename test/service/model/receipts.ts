import type { Call } from './calls.ts';
import { type Part, type Receipt, refuseIf, type World } from './world.ts';

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

export function close(receipt: Receipt): void {
  refuseIf(receipt.status === 'Canceled');
  receipt.status = 'Closed';
}

export function cancel(receipt: Receipt): void {
  refuseIf(receipt.status === 'Receiving' || receipt.status === 'Closed');
  receipt.status = 'Canceled';
}

/** Returns the call that makes a receipt of some parts. */
export const expectGoods = (world: World, lines: readonly { part: Part; qty: number }[]): Call => ({
  path: '/receipt',
  body: { lines: lines.map(({ part, qty }) => ({ part_id: part.id, qty })) },
  does: () => {
    const receipt: Receipt = { id: null, status: 'Open', lines: lines.map((line) => ({ ...line, received: 0 })) };
    world.receipts.push(receipt);
    return receipt;
  },
});
