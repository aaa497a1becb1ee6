import { sql } from 'kysely';
import { z } from 'zod';
import { isRelabelled, relabelCode } from '../../inventory/stock/voided-labels.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { cartonStates } from '../../platform/states/states.ts';

/** Where the label of a carton is. */
export const labelStates = ['none', 'due', 'refused', 'at_carrier', 'stored'] as const;

export const cartonLabel = z.object({
  carton_id: recordId(),
  number: z.string().meta({ description: 'Number of the pack, and of the carton in it', example: 'K-3-1' }),
  orders: z
    .array(z.object({ id: recordId(), number: z.string() }))
    .meta({ description: 'The orders with units in the carton' }),
  state: z.enum(labelStates).meta({
    description:
      '`none`: no carrier books the carton. `due`: the carrier is to book it, or its label is to be fetched. `refused`: a person has to decide; `why` says what the carrier said. `at_carrier`: the label is at `label_url` only. `stored`: `GET /carton/{carton_id}/label` has it',
  }),
  why: z.string().nullable().meta({ description: 'The words of the carrier about a label that is due or refused' }),
  tracking_number: z.string().nullable(),
  label_type: z.string().nullable().meta({ description: 'Media type of the stored label' }),
  label_url: z.string().nullable(),
  test: z.boolean().meta({ description: 'True for a label of the test mode of the carrier, which no carrier takes' }),
});
export type CartonLabel = z.output<typeof cartonLabel>;

/** Returns the labels of the cartons of a pack. @throws record.unknown */
export const labelsOfPack = (database: Database, packId: number): Promise<CartonLabel[]> =>
  labelsOf(database, 'pack', packId);

/** Returns the labels of the cartons on a ship. @throws record.unknown */
export const labelsOfShip = (database: Database, shipId: number): Promise<CartonLabel[]> =>
  labelsOf(database, 'ship', shipId);

async function labelsOf(database: Database, list: 'pack' | 'ship', id: number): Promise<CartonLabel[]> {
  const ofList =
    list === 'pack'
      ? sql`c.pack_id = ${id}`
      : sql`c.id in (select s.carton_id from shipline s where s.ship_id = ${id} and s.carton_id is not null)`;
  const { rows } = await sql<CartonLabel>`
    -- Reads the labels of the cartons of a list, and whether their orders wait for the carrier.
    select c.id as carton_id, k.number || '-' || c.number as number, coalesce(o.orders, '[]') as orders,
      case when b.label_type is not null then 'stored' when b.id is not null and b.label_url is not null then 'at_carrier'
        when c.tracking_number is not null and b.id is null then 'none'
        when o.refusal is not null and not o.is_away then 'refused' when b.id is not null or o.is_due then 'due' else 'none' end as state,
      case when b.label_type is null and b.label_url is null then o.refusal end as why,
      c.tracking_number, b.label_type, coalesce(b.label_url, c.label_url) as label_url, coalesce(b.test, false) as test
    from carton c join pack k on k.id = c.pack_id left join booking b on b.carton_id = c.id and b.state = 'booked'
    left join lateral (
      select jsonb_agg(distinct jsonb_build_object('id', o.id, 'number', o.number)) as orders, bool_or(${isDue} or ${isRelabelled}) as is_due, min(o.attention ->> 'detail') filter (where ${isRefused}) as refusal,
        coalesce(bool_and(o.attention ->> 'code' = 'carrier.unavailable') filter (where ${isRefused}), false) as is_away
      from inventory i join reservation r on r.inventory_id = i.id join salesorder o on o.id = r.order_id
      join order_state v on v.id = o.id where i.location_id = c.location_id) o on true
    where ${ofList} and c.status_id <> ${sql.lit(cartonStates.id.Void)} order by k.id, c.number`.execute(
    database.kysely,
  );
  if (rows.length === 0) await assertList(database, list, id);
  return rows;
}

/** SQL: the plan of the order `o` books its cartons, and the step before which it does so is not done. */
const isDue = sql`(array_position(array['pick', 'pack', 'ship', 'pickup'], o.plan #>> '{carrier,book_at}')
  >= array_position(array['pick', 'pack', 'ship', 'pickup'], v.step))`;

/** SQL: the carrier of the order `o` refused, or is away. A voided label with a new booking is not a refusal. */
const isRefused = sql`(o.attention ->> 'code' like 'carrier.%' and o.attention ->> 'code' <> ${sql.lit(relabelCode)})`;

async function assertList(database: Database, list: 'pack' | 'ship', id: number): Promise<void> {
  const { rows } = await sql`select from ${sql.ref(list)} where id = ${id}`.execute(database.kysely);
  if (rows.length === 0) throw noSuch(list, id);
}
