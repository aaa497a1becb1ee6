import { sql } from 'kysely';
import { grouped } from '../../../lib/grouped.ts';
import { lockPickline, lockStock } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { commitLine, type LockedLine, lockLine } from './commit.ts';
import { type CountedUnits, commitOf } from './counted-lines.ts';
import { readLine } from './read-line.ts';
import type { Rest } from './schema.ts';
import type { WrittenOff } from './shortage.ts';

/**
 * Commits a pickline with exactly the counted units at their places. Several people may have counted them. The rest returns to the order,
 * stays on the pick, or is written off where it was reserved. Repeating it changes nothing.
 * @throws pickline.not-counted where nothing is counted and nothing is missing
 * @returns id of the pickline; where nothing was counted, of a pickline that took its place; and the fate of missing units
 */
export const commitCountedUnits = operation(
  'pickline.commit',
  async (context, { picklineId, ...rest }: Rest & { picklineId: number }) => {
    const { tx } = context;
    const locked = await lockLine(tx, picklineId);
    const { line, pick } = locked;
    if (line.committed) return { id: line.id, writtenOff: null };
    // Counts lock their line alone. The stock comes before it, as everywhere.
    await lockStock(tx, pick.site_id, [line.part_id]);
    await lockPickline(tx, line.id);
    return commitCounted(context, locked, rest);
  },
);

/**
 * Commits a locked line with the counted units. Each location becomes a line of its own, and the first one keeps the id: the location of
 * the line, if units were counted there.
 * @param rest what happens to units that are not counted; with the last location, because the rest is one line until then
 * @returns id of the pickline, or of the one that took its place; and what became of missing units
 */
export async function commitCounted(context: OperationContext, locked: LockedLine, rest: Rest): Promise<Committed> {
  const { tx } = context;
  let { line } = locked;
  const { rows } = await sql<CountedUnits>`
    -- Reads the counts, that of the line's own location first.
    select location_id, lot, serial, qty from picklinecount where pickline_id = ${line.id}
    order by location_id is distinct from ${line.location_id}, location_id, id`.execute(tx);
  if (rows.length === 0) return commitLine(context, locked, nothingOf(line, rest));
  const places = [...grouped(rows, ({ location_id }) => location_id).values()];
  for (const [position, units] of places.entries()) {
    const isLast = position === places.length - 1;
    const { restId, writtenOff } = await commitLine(
      context,
      { ...locked, line },
      commitOf(units, isLast ? rest : { ...rest, ...keepRest }),
    );
    if (isLast) return { id: locked.line.id, writtenOff };
    if (restId !== null) line = await readLine(tx, restId);
  }
  throw new Error(`Pickline ${line.id} is counted at no place.`);
}

interface Committed {
  readonly id: number;
  readonly writtenOff: WrittenOff | null;
}

/** Units counted at further places are still a part of the line. */
const keepRest = { keep_rest: true, missing: undefined, refill: undefined };

/** Returns the commit of a line without any unit found. @throws pickline.not-counted where nothing is missing */
function nothingOf({ id, part }: LockedLine['line'], rest: Rest) {
  if (rest.missing) return { ...rest, qty: '0', location_id: undefined, tracking: undefined };
  throw problem(
    'pickline.not-counted',
    `Nothing of part ${part} is counted for pickline ${id}. Count its units, or commit it without \`counted\`.`,
    { pickline_id: id },
  );
}
