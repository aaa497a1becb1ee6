import { quoted } from '../../../client/client.ts';
import { sum } from '../../../lib/expressions/decimal.ts';
import { grouped } from '../../../lib/grouped.ts';
import { inParallel } from '../../output/parallel.ts';
import { isNothing } from '../map/template.ts';
import type { RowFault } from '../rows/place.ts';
import { isUnmade, pages } from './directory.ts';
import type { Draft } from './draft.ts';
import type { Tally } from './tally.ts';
import {
  encodedKey,
  faultOf,
  type ImportContext,
  loadReferences,
  resolveReferences,
  retryWhileRunning,
  tryOut,
} from './write.ts';

const defaultReason = 'Opening stock';

interface Movement {
  part_id: number;
  to_location_id: number | null;
  lot: string | null;
  serial: string | null;
  reason: string;
}

/**
 * Books the opening stock. A draft whose part, location, lot, serial number and reason are in the ledger was imported before.
 * It is counted as existing.
 */
export async function writeStock(
  context: ImportContext,
  drafts: readonly Draft[],
  tally: Tally,
  step: () => void,
): Promise<void> {
  await loadReferences(context, drafts);
  const leaveOut = (fault: RowFault) => {
    tally.leftOut += 1;
    context.fault(fault);
  };
  const ready = drafts.filter((draft) => {
    const fault = resolveReferences(context, draft) ?? expiryFault(draft);
    if (!fault) return true;
    leaveOut(fault);
    step();
    return false;
  });
  const booked = await movementsOf(context, ready);
  const first = new Map<string, Draft>();
  await inParallel(ready, context.atOnce, async (draft) => {
    const key = keyOf({ reason: defaultReason, ...draft.body, to_location_id: draft.body.location_id });
    const before = first.get(key);
    first.set(key, before ?? draft);
    if (before) leaveOut(repetition(draft, before));
    // With `<ordered>`, a part without orders has a quantity of zero.
    else if (booked.has(key) || isNothing(String(draft.body.qty))) tally.there += 1;
    else {
      const fault = await book(context, draft, key);
      if (fault) leaveOut(fault);
      else tally.made += 1;
    }
    step();
  });
}

/** Returns the fault of an expiration date without a lot, which has no place in the stock. */
function expiryFault({ body, place, places }: Draft): RowFault | undefined {
  const { lot, serial, expires_on } = body;
  if (expires_on == null || lot != null || serial != null) return undefined;
  return (places.get('/expires_on') ?? place).fault('an expiration date belongs to a lot, and the row has no lot');
}

function repetition(draft: Draft, before: Draft): RowFault {
  const { file, line } = before.place.fault('');
  return draft.place.fault(
    `the opening stock of part ${draft.key} at this location is already on line ${line} of ${file}`,
  );
}

/** Adds the stock of a draft; in a check, only tries to. @returns the fault if the service refuses it */
async function book(context: ImportContext, draft: Draft, key: string): Promise<RowFault | undefined> {
  const { part_id, location_id, qty, lot, serial, expires_on, reason = defaultReason } = draft.body;
  const tracking = lot == null && serial == null ? undefined : [{ lot, serial, qty, expires_on }];
  const body = { part_id, location_id, qty, reason, tracking };
  const request = { method: 'POST', path: '/inventoryadjustment', body } as const;
  // The key belongs to the movement and not to this import, so two imports at the same time book it once.
  const idempotencyKey = `import/stock/${encodedKey(`${key}/${qty}`)}`;
  try {
    if (context.check) await tryOut(context, request);
    else await retryWhileRunning(() => context.client.request({ ...request, idempotencyKey }));
    return undefined;
  } catch (error) {
    const fault = faultOf(error, draft);
    if (!fault) throw error;
    return fault;
  }
}

/** Returns the keys of the movements that the ledger has for the parts and reasons of the drafts. */
async function movementsOf({ client }: ImportContext, drafts: readonly Draft[]): Promise<Set<string>> {
  const keys = new Set<string>();
  const reasons = [...new Set(drafts.map(({ body }) => String(body.reason ?? defaultReason)))];
  const ids = new Set(drafts.map(({ body }) => Number(body.part_id)).filter((id) => !isUnmade(id)));
  const parts = [...ids].map(String);
  for (const some of pages(parts)) {
    for (const reason of reasons) {
      const filter = `part_id IN (${some.join(', ')}) && reason = ${quoted(reason)}`;
      for await (const movement of client.inventorymovement.each({ filter })) {
        keys.add(keyOf(movement as unknown as Movement));
      }
    }
  }
  return keys;
}

function keyOf(movement: Partial<Record<keyof Movement, unknown>>): string {
  const { part_id, to_location_id, lot, serial, reason } = movement;
  return [part_id, to_location_id, lot ?? '', serial ?? '', String(reason).toLowerCase()].join('/');
}

/** Returns the ordered quantity of every part, by its number in lower case. */
export function orderedOf(orders: readonly Draft[]): ReadonlyMap<string, string> {
  const ordered = orders.flatMap(({ body, references }) => {
    const parts = references.filter(({ kind }) => kind === 'part');
    const lines = (body.lines ?? []) as Record<string, unknown>[];
    return lines.map(({ qty = '1' }, index) => ({ part: parts[index]?.name.toLowerCase() ?? '', qty }));
  });
  return new Map(
    [...grouped(ordered, ({ part }) => part)].map(([part, lines]) => [part, sum(lines.map(({ qty }) => qty))]),
  );
}
