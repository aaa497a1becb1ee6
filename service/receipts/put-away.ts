import { type Kysely, sql } from 'kysely';
import type { PutAwayRule } from '../../config/receiving.ts';
import { folded, foldedSql } from '../../lib/expressions/folding.ts';
import { type PartFacts, partTree } from '../../records/facts.ts';
import { part } from '../parts/resource.ts';
import type { Tables } from '../platform/database/generated/tables.ts';
import type { Column } from '../platform/database/row.ts';
import { type FactsSql, factsSql } from '../platform/listing/sql/facts.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { locationType } from '../platform/states/kinds.ts';

/** A place where units of a part go. */
export interface PutAwayPlace {
  readonly part_id: number;
  readonly location_id: number;
  readonly location: Column<'location', 'name'>;
}

/** Which locations are proposed. */
export interface PutAwayChoice {
  readonly rules: readonly PutAwayRule[];
  /** Whether orders get the units there. Default: true. */
  readonly isInUse?: boolean;
  /** The locations that are proposed only if there is no other. */
  readonly last?: readonly number[];
}

/**
 * Proposes where units of parts are put at a site: a storage location that the first rule of each part names, or else the one that
 * has most of the part, or that had it last. A part without both gets no proposal.
 */
export async function putAwayPlaces(
  database: Kysely<Tables>,
  siteId: number,
  partIds: readonly number[],
  { rules, isInUse = true, last = [] }: PutAwayChoice,
): Promise<Map<number, PutAwayPlace>> {
  const named = await namesByRules(database, partIds, rules);
  const { rows } = await sql<PutAwayPlace>`
    -- Finds the place of each part. Rows of stock stay when they are empty.
    with named as (
      select n.part_id, l.id as location_id, n.rule, n.position
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(part_id bigint, name text, rule int, position int)
      join location l on l.site_id = ${siteId} and l.locationtype_id = ${sql.lit(locationType.storage)}
        and ${sql.raw(foldedSql('l.name'))} = n.name
    ), place as (
      select * from named
      union all
      select distinct i.part_id, i.location_id, null::int, null::int from inventory i join location l on l.id = i.location_id
      where i.part_id = any(${partIds}::bigint[]) and l.site_id = ${siteId}
    )
    select distinct on (p.part_id) p.part_id, l.id as location_id, l.name as location
    from place p join location l on l.id = p.location_id
    cross join lateral (
      select coalesce(sum(i.qty), 0) as qty, max(i.received_at) as received_at from inventory i
      where i.part_id = p.part_id and i.location_id = l.id) s
    where l.active = ${isInUse} and l.locationtype_id = ${sql.lit(locationType.storage)}
    order by p.part_id, l.id = any(${last}::bigint[]), p.rule nulls last, s.qty desc, p.position, s.received_at desc nulls last, l.id`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.part_id, row]));
}

/** A location that a rule names for a part. */
interface NamedPlace {
  readonly part_id: number;
  /** Without case. */
  readonly name: string;
  /** The first rules decide, and of one rule the place with most of the part, and then the first place. */
  readonly rule: number;
  readonly position: number;
}

async function namesByRules(
  database: Kysely<Tables>,
  partIds: readonly number[],
  rules: readonly PutAwayRule[],
): Promise<NamedPlace[]> {
  if (rules.length === 0) return [];
  // The resources of the facts are known only when all domains are loaded.
  statement ??= factsSql(part, partTree);
  const { steps, joins, record } = statement;
  const { rows } = await sql<{ id: number; facts: PartFacts }>`
    -- Reads the facts of the parts.
    with page as materialized (select a.* from part a where a.id = any(${partIds}::bigint[])), ${sql.raw(steps)}
    select page.id, (${sql.raw(record)})::jsonb as facts from page ${sql.raw(joins)}`.execute(database);
  return rows.flatMap(({ id, facts }) =>
    rules.flatMap(({ holds, to }, rule) =>
      holds(facts) ? to.map((name, position) => ({ part_id: id, name: folded(name), rule, position })) : [],
    ),
  );
}

let statement: FactsSql | undefined;

/** A place for the expected units of a line. */
export interface ProposedPlace {
  readonly line_id: number;
  readonly part_id: number;
  readonly part: Column<'part', 'number'>;
  readonly qty: number;
  /** Null where no rule names a place of the site, and the site never had the part. */
  readonly location_id: number | null;
  readonly location: Column<'location', 'name'> | null;
}

/** Proposes places for the open lines of a receipt. @throws record.unknown */
export async function proposePlaces(
  database: Kysely<Tables>,
  receiptId: number,
  rules: readonly PutAwayRule[],
): Promise<ProposedPlace[]> {
  const receipt = await database.selectFrom('receipt').select('site_id').where('id', '=', receiptId).executeTakeFirst();
  if (!receipt) throw noSuch('receipt', receiptId);
  const { rows } = await sql<Pick<ProposedPlace, 'line_id' | 'part_id' | 'part'> & { qty: string }>`
    -- Reads the open units.
    select l.id as line_id, l.part_id, p.number as part, l.qty - l.qty_received as qty
    from receiptline l join part p on p.id = l.part_id
    where l.receipt_id = ${receiptId} and l.qty > l.qty_received order by l.id`.execute(database);
  const partIds = [...new Set(rows.map(({ part_id }) => part_id))];
  const places = await putAwayPlaces(database, receipt.site_id, partIds, { rules });
  return rows.map((line) => {
    const { location_id = null, location = null } = places.get(line.part_id) ?? {};
    return { ...line, qty: Number(line.qty), location_id, location };
  });
}
