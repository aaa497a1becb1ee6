import { claim, newPickline, type Part, refuseIf, type Work, type World } from './world.ts';

export function adjust(world: World, part: Part, location: number, lot: string, qty: number): void {
  const known = world.rows.find((row) => row.part === part && row.location === location && row.lot === lot);
  refuseIf(qty < 0 && (!known || known.qty - known.committed < -qty));
  world.rowOf(part, location, lot).qty += qty;
  if (qty > 0) world.allocateBackorders([part]);
}

/** Moves stock without lots to another location. Reserved units are moved only together with all units. */
export function move(world: World, part: Part, from: number, to: number, qty: number): void {
  const row = world.rows.find((one) => one.part === part && one.location === from);
  refuseIf(!row || row.qty < qty);
  const left = row!;
  const target = world.rowOf(part, to, '');
  const over = qty - (left.qty - left.committed);
  if (over > 0) {
    if (over !== left.committed) throw new Error("whose units go along is nobody's business");
    for (const work of world.works()) {
      const reserved = work.reserved.get(left) ?? 0;
      if (reserved === 0) continue;
      claim(work, left, -reserved);
      claim(work, target, reserved);
      movePicklines(work, from, to, reserved);
    }
  }
  left.qty -= qty;
  target.qty += qty;
  world.allocateBackorders([part]);
}

/** Changes the location of picklines whose units were moved, lines on no pick first. */
function movePicklines(work: Work, from: number, to: number, qty: number): void {
  const open = work.picklines.filter((line) => line.location === from && !line.committed);
  open.sort((a, b) => (a.pick?.id ?? 0) - (b.pick?.id ?? 0) || a.id! - b.id!);
  for (const line of open) {
    const share = Math.min(qty, line.qty);
    if (share === 0) continue;
    qty -= share;
    if (share === line.qty) line.location = to;
    else {
      line.qty -= share;
      work.picklines.push({ ...newPickline(to, share), pick: line.pick });
    }
  }
}
