import type { TestDatabase } from '../../support/database.ts';
import type { ServiceProcess } from '../crash/service.ts';

/**
 * Creates one customer with 3,000 orders of three lines each. A filter that joins each order with all orders of its customer takes
 * about five seconds.
 * @returns the id of the customer
 */
export async function createLargeCustomer(service: ServiceProcess, { pool }: TestDatabase): Promise<number> {
  const customer = (await service.call('POST', '/customer', { type: 'Company', name: 'Large' })).body.id;
  const part = (await service.call('POST', '/part', { number: 'P-1', name: 'Tea', parttype_id: 1 })).body.id;
  await pool.query(
    `insert into salesorder (number, customer_id, status_id, site_id)
     select 'L-' || n, ${customer}, 1, (select min(id) from site) from generate_series(1, 3000) n`,
  );
  await pool.query(
    `insert into salesorderline (salesorder_id, part_id, qty, unit_price)
     select o.id, ${part}, 1, 2 from salesorder o, generate_series(1, 3) n`,
  );
  await pool.query('analyze');
  return customer;
}
