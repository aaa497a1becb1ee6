import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../../config/root.ts';

/** Ids that the addresses of the lists need, found in the data. */
export interface Known {
  /** A customer of 200 orders or hardly more: neither the smallest nor one that makes much of the business. */
  readonly customer: number;
  readonly biggestCustomer: number;
  /** An order that was picked up, and its records. */
  readonly order: number;
  readonly pick: number;
  readonly pack: number;
  readonly ship: number;
  readonly pickup: number;
}

/**
 * Fills an empty system with 200,000 orders and their other records (`data.sql`, 20 s). It leaves existing data
 * unchanged.
 * @throws Error where the database holds other orders
 */
export async function ensureListData(url: string): Promise<Known> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select count(*)::int as orders from salesorder');
    if (rows[0].orders === 0) {
      // Several statements in one query are one transaction.
      await client.query(readFileSync(join(projectRoot, 'tools/bench/lists/data.sql'), 'utf8'));
      await client.query('vacuum (freeze, analyze)');
    } else if (rows[0].orders !== 200_000) {
      throw new Error(`The database holds ${rows[0].orders} orders of its own: name an empty one.`);
    }
    const known = await client.query(`
      with counted as (select customer_id, count(*) as orders from salesorder group by 1)
      select (select customer_id from counted where orders >= 200 order by orders, customer_id limit 1) as customer,
        (select customer_id from counted order by orders desc limit 1) as "biggestCustomer",
        o.order_id as order, o.pick_id as pick, c.pack_id as pack, s.ship_id as ship, p.pickup_id as pickup
      from pickupline p join carton c on c.id = p.carton_id join shipline s on s.carton_id = c.id
      join pickupline_order u on u.pickupline_id = p.id join pickline o on o.order_id = u.order_id
      where p.id = 20000 limit 1`);
    return known.rows[0];
  } finally {
    await client.end();
  }
}
