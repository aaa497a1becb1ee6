import { type RawBuilder, sql } from 'kysely';

/** Rows that need units, or rows that have units, in an order of precedence. */
export interface Ranked {
  /** SQL of the rows, as `from` takes it: a CTE, a table or a query in parentheses. The column `qty` says how many units. */
  rows: RawBuilder<unknown>;
  /** SQL of `order by`: the row that is served first, or gives first, comes first. No two rows of a group may be equal in it. */
  order: RawBuilder<unknown>;
}

interface Sharing {
  /** The rows that have the units. */
  units: Ranked;
  /** Columns of the groups. Units of one group serve only needs of the same group. No columns: all rows are one group. */
  per?: readonly string[];
}

/** One need in each group. */
interface OneNeed extends Sharing {
  /** SQL of the quantity, which may name columns of `units`. Null: all units of the group are needed. */
  need: RawBuilder<unknown>;
}

/** Many needs in each group. */
interface ManyNeeds extends Sharing {
  needs: Ranked;
  /** SQL of the columns of the result, out of the need `n` and the units `u`. */
  columns: RawBuilder<unknown>;
}

/**
 * Returns the SQL of a query that allocates units to needs: who gets how much of what. The rule is the same everywhere. Needs
 * are added up in their order of precedence, units in theirs, both from 0. Each need and each row of units is then an interval
 * on the same line, and where two intervals overlap, that much of the units goes to the need. One join so allocates any number
 * of needs to any number of units, exactly.
 *
 * The result has a column `share`, the quantity. Rows without a share are left out. With one need in a group, the other columns
 * are those of the units.
 * @example sql`with share as (${allocate({ units: { rows: sql`lot`, order: sql`expires_on, id` }, need: sql`${qty}::numeric` })})`
 */
export function allocate(sharing: OneNeed | ManyNeeds): RawBuilder<unknown> {
  const { units, per = [] } = sharing;
  if ('need' in sharing) {
    return sql`
      select u.*, least(u.need, u.upto) - (u.upto - u.qty) as share
      from (${addedUp(units, per, sql`, ${sharing.need} as need`)}) u where u.need is null or u.upto - u.qty < u.need`;
  }
  const sameGroup = sql.join(
    per.map((column) => sql`${sql.ref(`u.${column}`)} = ${sql.ref(`n.${column}`)}`),
    sql` and `,
  );
  return sql`
    -- Returns the share of each unit in each need: the overlap of their running totals.
    select ${sharing.columns}, least(n.upto, u.upto) - greatest(n.upto - n.qty, u.upto - u.qty) as share
    from (${addedUp(sharing.needs, per)}) n join (${addedUp(units, per)}) u on ${per.length > 0 ? sameGroup : sql`true`}
    where n.upto > u.upto - u.qty and u.upto > n.upto - n.qty`;
}

/** SQL of the rows with `upto`, the sum of `qty` from the first row of their group to this one. */
function addedUp({ rows, order }: Ranked, per: readonly string[], also = sql``): RawBuilder<unknown> {
  const group = per.length > 0 ? sql`partition by ${sql.join(per.map((column) => sql.ref(column)))} ` : sql``;
  return sql`select r.*, sum(r.qty) over (${group}order by ${order}) as upto${also} from ${rows} r`;
}
