import { type Kysely, sql } from 'kysely';
import type { PutAwayRule } from '../../config/receiving.ts';
import type { Tables } from '../platform/database/generated/tables.ts';
import type { Column } from '../platform/database/row.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { type PutAwayPlace, putAwayPlaces } from '../receipts/operations.ts';

/** The places for returned units of a part, by their outcome. */
export interface ReturnedPlaces {
  readonly part_id: number;
  readonly part: Column<'part', 'number'>;
  /** The units without an outcome. */
  readonly qty: number;
  /** Where goods that come in are put; null without a rule, at a site that never had the part. */
  readonly restock: Place | null;
  /** The location that is not in use and has most of the part: another one than those where the units wait, if there is one. */
  readonly quarantine: Place | null;
}

type Place = Pick<PutAwayPlace, 'location_id' | 'location'>;

/** Proposes places for the units of a return that have no outcome. @throws record.unknown */
export async function proposePlaces(
  database: Kysely<Tables>,
  returnId: number,
  rules: readonly PutAwayRule[],
): Promise<ReturnedPlaces[]> {
  const row = await database.selectFrom('returnorder').select('site_id').where('id', '=', returnId).executeTakeFirst();
  if (!row) throw noSuch('returnorder', returnId);
  const { rows } = await sql<Pick<ReturnedPlaces, 'part_id' | 'part'> & { qty: string; waiting: number[] }>`
    -- Reads the units without an outcome, and where they wait.
    select u.part_id, p.number as part, trim_scale(sum(u.rest)) as qty, jsonb_agg(distinct u.location_id) as waiting
    from (select *, qty - qty_restocked - qty_quarantined - qty_scrapped - qty_sent_back as rest from returnorderunit) u
    join part p on p.id = u.part_id
    where u.returnorder_id = ${returnId} and u.rest > 0 group by u.part_id, p.number order by u.part_id`.execute(
    database,
  );
  const partIds = rows.map(({ part_id }) => part_id);
  const last = [...new Set(rows.flatMap(({ waiting }) => waiting))];
  const restock = await putAwayPlaces(database, row.site_id, partIds, { rules });
  const quarantine = await putAwayPlaces(database, row.site_id, partIds, { rules: [], isInUse: false, last });
  return rows.map(({ part_id, part, qty }) => ({
    ...{ part_id, part, qty: Number(qty) },
    restock: placeOf(restock.get(part_id)),
    quarantine: placeOf(quarantine.get(part_id)),
  }));
}

const placeOf = (place: PutAwayPlace | undefined): Place | null =>
  place ? { location_id: place.location_id, location: place.location } : null;
