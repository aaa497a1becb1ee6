import { sql } from 'kysely';
import { trim } from '../../inventory/stock/quantity.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { personName } from '../../platform/database/sql-forms.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { NextCall } from '../../platform/states/transitions.ts';
import type { Commit, Rest } from './schema.ts';

/** Units of a pickline that were counted at one location, by lot or serial number where the part is tracked. */
export type CountedUnits = Row<'picklinecount', 'location_id' | 'lot' | 'serial' | 'qty'>;

/** A pickline that is counted in part. */
interface CountedLine extends Row<'pickline', 'id' | 'qty'> {
  readonly part: Column<'part', 'number'>;
  readonly counted: string;
  /** Who counted last. */
  readonly by: string | null;
  readonly units: readonly CountedUnits[];
}

/** The most lines that a refusal names. */
const mostLines = 5;

/**
 * Refuses to finish a pick while units of it are counted and not committed.
 * @throws pick.counted with the calls that commit them or take them back
 */
export async function assertNotCounted(tx: Tx, pickId: number): Promise<void> {
  const { rows } = await sql<CountedLine>`
    -- Finds the lines of the pick that are counted in part.
    select l.id, p.number as part, l.qty, sum(c.qty) as counted, (array_agg(${personName('a')} order by c.counted_at desc, c.id desc))[1] as by,
      jsonb_agg(jsonb_build_object('location_id', c.location_id, 'lot', c.lot, 'serial', c.serial, 'qty', trim_scale(c.qty)::text) order by c.id) as units
    from pickline l join picklinecount c on c.pickline_id = l.id join part p on p.id = l.part_id left join account a on a.id = c.account_id
    where l.pick_id = ${pickId} group by l.id, p.number order by l.id limit ${mostLines}`.execute(tx);
  if (rows.length === 0) return;
  const lines = rows.map(({ id, part, qty, counted, by }) => {
    return `${trim(counted)} of ${trim(qty)} of part ${part} for pickline ${id}${by === null ? '' : `, the last by ${by}`}`;
  });
  const detail = `Pick ${pickId} can't be finished: units are counted and not committed (${lines.join('; ')}). Commit them, or put them back and take back the count.`;
  throw problem('pick.counted', detail, { pick_id: pickId, next: rows.flatMap(callsOfCounted) });
}

/** Returns the calls that commit the counted units of a line, or take them back. */
export function callsOfCounted({ id, part, units }: Pick<CountedLine, 'id' | 'part' | 'units'>): NextCall[] {
  return [
    post(
      `/pickline/${id}/commit`,
      { counted: true },
      `Commits what is counted of part ${part}; the rest returns to the order`,
    ),
    ...units.map(({ qty, location_id, lot, serial }) => {
      const body = { qty: -Number(qty), location_id, ...(lot !== null && { lot }), ...(serial !== null && { serial }) };
      return post(
        `/pickline/${id}/count`,
        body,
        `Takes back what is counted of part ${part}, after the units are put back`,
      );
    }),
  ];
}

/** Returns the commit that takes counted units of one location. */
export function commitOf(units: readonly CountedUnits[], rest: Rest): Commit {
  const { location_id, lot, serial, qty } = firstOf(units);
  const tracking = units.map((unit) =>
    unit.serial === null ? { lot: unit.lot, qty: unit.qty } : { serial: unit.serial, qty: undefined },
  );
  return {
    ...rest,
    location_id,
    ...(lot === null && serial === null ? { qty, tracking: undefined } : { qty: undefined, tracking }),
  };
}

const post = (path: string, body: unknown, why: string): NextCall => ({ method: 'POST', path, body, why });
