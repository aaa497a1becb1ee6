import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { ChildOperations } from '../platform/records/child-record.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { carrier } from './resource.ts';
import {
  type CarrierBody,
  type CarrierChange,
  carrierBody,
  carrierChange,
  type ServicelevelBody,
  type ServicelevelChange,
} from './schema.ts';

export const carriers = {
  resource: carrier,
  called: 'carrier',
  create: carrierBody,
  change: carrierChange,
  prepare: async ({ tx }: OperationContext, values: CarrierBody | CarrierChange, id: number | null) => {
    if (values.default) await endDefault(tx, id);
    return values;
  },
};
export const carrierOperations = plainOperations(carriers);

/** There is one default at most: another that becomes it takes the place of the last. */
async function endDefault(tx: Tx, except: number | null): Promise<void> {
  await sql`
    update carrier set "default" = false, updated_at = now()
    where "default" and id is distinct from ${except}::int`.execute(tx);
}

/** Service levels are written through their carrier. */
export const servicelevelOperations: ChildOperations<ServicelevelBody, ServicelevelChange> = {
  create: operation('carrierservicelevel.create', async (context, { parentId, body }) => {
    const { rows } = await sql<{ id: number }>`
      insert into carrierservicelevel (carrier_id, name) select id, ${body.name} from carrier where id = ${parentId}
      returning id`.execute(context.tx);
    if (!rows[0]) throw noSuch('carrier', parentId);
    await recordEvent(context, { event: 'carrier.modified', id: parentId });
    return rows[0].id;
  }),

  change: operation('carrierservicelevel.change', async (context, { parentId, id, body }) => {
    const { rows } = await sql`
      update carrierservicelevel set name = coalesce(${body.name ?? null}, name), updated_at = now()
      where id = ${id} and carrier_id = ${parentId} returning id`.execute(context.tx);
    if (rows.length === 0) throw noSuch('service level', id);
    await recordEvent(context, { event: 'carrier.modified', id: parentId });
  }),

  remove: operation('carrierservicelevel.delete', async (context, { parentId, id }) => {
    const { rows } = await sql`
      delete from carrierservicelevel where id = ${id} and carrier_id = ${parentId} returning id`.execute(context.tx);
    if (rows.length === 0) throw noSuch('service level', id);
    await recordEvent(context, { event: 'carrier.modified', id: parentId });
  }),
};
