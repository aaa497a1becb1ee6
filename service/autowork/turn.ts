import { sql } from 'kysely';

/**
 * SQL: the autowork is open, and no earlier one of its order has to end first. One that waits for stock does not hold up others.
 * @param alias of the table `autowork`
 */
export const isItsTurn = (
  alias: string,
) => sql<boolean>`(${sql.ref(`${alias}.state`)} <> 'done' and (${sql.ref(`${alias}.state`)} = 'waiting' or not exists (
    select 1 from autowork earlier where earlier.order_id = ${sql.ref(`${alias}.order_id`)}
      and earlier.state in ('queued', 'running') and earlier.id < ${sql.ref(`${alias}.id`)})))`;
