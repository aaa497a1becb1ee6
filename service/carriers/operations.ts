import { sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';
import { firstOf } from '../platform/database/rows.ts';
import { type Problem, problem } from '../platform/problems/problems.ts';

/** Ends the present default, because at most one carrier is the default. */
export async function endDefault(tx: Tx, except: number | null): Promise<void> {
  await sql`
    update carrier set "default" = false, updated_at = this_second()
    where "default" and id is distinct from ${except}::bigint`.execute(tx);
}

/** A carrier and one of its service levels, as a body names them. */
export interface CarrierChoice {
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
}

/**
 * Returns details with carrier and service level that belong together: a service level sets its carrier, and another carrier
 * clears the service level.
 * @throws reference.unknown where one of them does not exist; body.invalid where they do not belong together
 */
export async function resolveCarrier<Details extends CarrierChoice>(tx: Tx, details: Details): Promise<Details> {
  const { carrier_id: carrierId, carrierservicelevel_id: levelId } = details;
  if (carrierId == null && levelId == null) return details;
  const { rows } = await sql<{ known: boolean; level_carrier_id: number | null }>`
    select exists (select 1 from carrier where id = ${carrierId ?? null}::bigint) as known,
      (select carrier_id from carrierservicelevel where id = ${levelId ?? null}::bigint) as level_carrier_id`.execute(
    tx,
  );
  const { known, level_carrier_id: owner } = firstOf(rows);
  if (carrierId != null && !known) throw unfit('reference.unknown', 'carrier_id', `there is no carrier ${carrierId}`);
  if (levelId == null) return levelId === undefined ? { ...details, carrierservicelevel_id: null } : details;
  if (owner === null) {
    throw unfit('reference.unknown', 'carrierservicelevel_id', `there is no service level ${levelId}`);
  }
  if (carrierId != null && carrierId !== owner) {
    throw unfit('body.invalid', 'carrierservicelevel_id', 'is a service level of another carrier');
  }
  return { ...details, carrier_id: owner };
}

const unfit = (code: 'reference.unknown' | 'body.invalid', field: string, detail: string): Problem =>
  problem(code, `${field}: ${detail}.`, { errors: [{ pointer: `/${field}`, detail }] });
