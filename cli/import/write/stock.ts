import { quoted } from '../../../client/client.ts';
import { sum } from '../../../expressions/decimal.ts';
import { inParallel } from '../../output/parallel.ts';
import { isNothing } from '../map/template.ts';
import { pages } from './directory.ts';
import type { Draft } from './draft.ts';
import type { Tally } from './tally.ts';
import { askForReferences, type CallContext, hashed, patiently, refused, resolved } from './write.ts';

const usualReason = 'Opening stock';

interface Movement {
  part_id: number;
  to_location_id: number | null;
  lot: string | null;
  serial: string | null;
  reason: string;
}

/**
 * Puts the opening stock in. The ledger tells what had its opening stock already: the same part, place, lot, serial number
 * and reason.
 */
export async function writeStock(
  call: CallContext,
  drafts: readonly Draft[],
  tally: Tally,
  step: () => void,
): Promise<void> {
  await askForReferences(call, drafts);
  const ready = drafts.filter((draft) => {
    const fault = resolved(call, draft);
    if (!fault) return true;
    tally.leftOut += 1;
    call.fault(fault);
    step();
    return false;
  });
  const done = await movementsOf(call, ready);
  const first = new Map<string, Draft>();
  await inParallel(ready, call.atOnce, async (draft) => {
    const { part_id, location_id, qty, lot = null, serial = null, expires_on, reason = usualReason } = draft.body;
    const key = keyOf({ part_id, to_location_id: location_id, lot, serial, reason });
    const before = first.get(key);
    if (before) {
      tally.leftOut += 1;
      const { file, line } = before.place.fault('');
      call.fault(
        draft.place.fault(`the opening stock of part ${draft.key} at this place is already on line ${line} of ${file}`),
      );
      return step();
    }
    first.set(key, draft);
    // A part that nobody orders has no opening stock where it is worked out from the orders.
    if (done.has(key) || isNothing(String(qty))) tally.there += 1;
    else {
      const tracking =
        lot === null && serial === null
          ? undefined
          : [{ ...(lot === null ? {} : { lot }), ...(serial === null ? {} : { serial }), qty, expires_on }];
      const body = { part_id, location_id, qty, reason, tracking };
      try {
        // The key is the movement's own and not of this import: nothing undoes a movement, so two at once are one.
        const idempotencyKey = `import/stock/${hashed(`${key}/${qty}`)}`;
        await patiently(() =>
          call.client.request({ method: 'POST', path: '/inventoryadjustment', body, idempotencyKey }),
        );
        tally.made += 1;
      } catch (error) {
        const fault = refused(error, draft);
        if (!fault) throw error;
        tally.leftOut += 1;
        call.fault(fault);
      }
    }
    step();
  });
}

async function movementsOf({ client }: CallContext, drafts: readonly Draft[]): Promise<Set<string>> {
  const found = new Set<string>();
  const reasons = [...new Set(drafts.map(({ body }) => String(body.reason ?? usualReason)))];
  const parts = [...new Set(drafts.map(({ body }) => String(body.part_id)))];
  for (const some of pages(parts)) {
    for (const reason of reasons) {
      const filter = `part_id IN (${some.join(', ')}) && reason = ${quoted(reason)}`;
      for await (const movement of client.inventorymovement.each({ filter })) {
        found.add(keyOf(movement as unknown as Movement));
      }
    }
  }
  return found;
}

function keyOf(movement: Partial<Record<keyof Movement, unknown>>): string {
  const { part_id, to_location_id, lot, serial, reason } = movement;
  return [part_id, to_location_id, lot ?? '', serial ?? '', String(reason).toLowerCase()].join('/');
}

/** What the orders want of every part, by its number in lower case. */
export function orderedOf(orders: readonly Draft[]): ReadonlyMap<string, string> {
  const quantities = new Map<string, string[]>();
  for (const { body, references } of orders) {
    const lines = (body.lines ?? []) as Record<string, unknown>[];
    const parts = references.filter(({ kind }) => kind === 'part');
    for (const [index, line] of lines.entries()) {
      const name = parts[index]!.name.toLowerCase();
      const known = quantities.get(name);
      const qty = String(line.qty ?? '1');
      if (known) known.push(qty);
      else quantities.set(name, [qty]);
    }
  }
  return new Map([...quantities].map(([part, each]) => [part, sum(each)]));
}
