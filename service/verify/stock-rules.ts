import { isWhole } from '../inventory/stock/whole-units.ts';
import { locationType } from '../platform/states/kinds.ts';
import { countStates, receiptStates } from '../platform/states/states.ts';
import { entriesSql } from './ledger.ts';

/** The stock that a rule checks, as SQL. */
export interface StockScope {
  /** @param column with the id of the part */
  readonly parts: (column: string) => string;
  /** @param inventory alias of the table: whether a row of it is about the parts, and not empty */
  readonly stock: (inventory: string) => string;
  /** The query for all entries of the ledger that are about the parts. */
  readonly entries: string;
}

/** Returns the condition that a row of stock is not empty, as SQL. @param inventory alias of the table */
export const holdsUnits = (inventory: string): string => `(${inventory}.qty <> 0 or ${inventory}.qty_committed <> 0)`;

/** The rules of stock: each returns the query for the rows of some parts that break it. */
export const stockRules = {
  'every quantity is the sum of its movements': ({ stock, entries }: StockScope) => `
    with moved as (
      ${entries}
    ), summed as (select part_id, location_id, lot, serial, sum(qty) as qty from moved group by 1, 2, 3, 4 having sum(qty) <> 0),
    stock as (
      select part_id, location_id, coalesce(lot, '') as lot, coalesce(serial, '') as serial, qty from inventory
      where ${stock('inventory')})
    select part_id, location_id, nullif(lot, '') as lot, nullif(serial, '') as serial, stock.qty, summed.qty as moved
    from stock full join summed using (part_id, location_id, lot, serial)
    where coalesce(stock.qty, 0) <> coalesce(summed.qty, 0)`,
  'committed is the sum of open reservations': ({ parts, stock }: StockScope) => `
    with reserved as (
      select inventory_id, sum(qty) as qty from reservation where ${parts('part_id')} and closed_at is null group by 1
    ), stock as (select id as inventory_id, part_id, location_id, qty_committed from inventory where ${stock('inventory')})
    select inventory_id, part_id, location_id, qty_committed, reserved.qty as reserved
    from stock full join reserved using (inventory_id) where coalesce(qty_committed, 0) <> coalesce(reserved.qty, 0)`,
  'no quantity is negative and no more is committed than is in stock': ({ stock }: StockScope) => `
    select id as inventory_id, part_id, location_id, qty, qty_committed from inventory
    where ${stock('inventory')} and (qty < 0 or qty_committed < 0 or qty_committed > qty)`,
  'parts that are counted in whole units have whole quantities': ({ stock }: StockScope) => `
    select i.id as inventory_id, i.part_id, i.location_id, i.qty, i.qty_committed from inventory i join part p on p.id = i.part_id
    where ${stock('i')} and ${isWhole} and (i.qty <> trunc(i.qty) or i.qty_committed <> trunc(i.qty_committed))`,
  'counted units are in stock where they were counted': ({ parts }: StockScope) => `
    -- Untracked units at the location of their line are among those that are reserved for it.
    select c.part_id, c.location_id, c.lot, c.serial, sum(c.qty) as counted, coalesce(i.qty, 0) as qty
    from picklinecount c join pickline l on l.id = c.pickline_id
    left join inventory i on i.part_id = c.part_id and i.location_id = c.location_id
      and i.lot is not distinct from c.lot and i.serial is not distinct from c.serial
    where ${parts('c.part_id')} and (c.lot is not null or c.serial is not null or l.location_id is distinct from c.location_id)
    group by c.part_id, c.location_id, c.lot, c.serial, i.qty having sum(c.qty) > coalesce(i.qty, 0)`,
  'all units outside storage belong to an order': ({ stock }: StockScope) => `
    select i.id as inventory_id, i.part_id, i.location_id, i.qty, i.qty_committed
    from inventory i join location l on l.id = i.location_id
    where ${stock('i')} and l.locationtype_id <> ${locationType.storage} and i.qty <> i.qty_committed`,
  'received quantities are the sums of entries with their movements': ({ parts }: StockScope) => `
    select l.id as receiptline_id, l.part_id, l.qty_received, e.qty as entered
    from receiptline l left join (
      select e.receiptline_id, sum(e.qty) as qty
      from receiptentry e join inventorymovement m on m.id = e.movement_id and m.part_id = e.part_id and m.qty = e.qty
        and m.to_location_id = e.location_id and m.from_location_id is null
      where ${parts('e.part_id')} group by 1
    ) e on e.receiptline_id = l.id
    where ${parts('l.part_id')} and l.qty_received <> coalesce(e.qty, 0)`,
  'no units are in two open counts': ({ parts }: StockScope) => `
    select l.part_id, l.location_id, l.lot, l.serial, count(*) as counts
    from countline l join count c on c.id = l.count_id and c.status_id = ${countStates.id.Open}
    where ${parts('l.part_id')} group by 1, 2, 3, 4 having count(*) > 1`,
  'every line of an approved count is counted': ({ parts }: StockScope) => `
    select l.id as countline_id, l.part_id from countline l join count c on c.id = l.count_id and c.status_id = ${countStates.id.Approved}
    where ${parts('l.part_id')} and l.qty is null`,
  'goods came in with receipts that are receiving or closed': ({ parts }: StockScope) => `
    select e.id as receiptentry_id, e.part_id, r.status_id from receiptentry e join receipt r on r.id = e.receipt_id
    where ${parts('e.part_id')} and r.status_id not in (${receiptStates.id.Receiving}, ${receiptStates.id.Closed})`,
} satisfies Readonly<Record<string, (scope: StockScope) => string>>;

/** The scope of all stock, by every row of the ledger. */
export const allStock: StockScope = {
  parts: () => 'true',
  stock: holdsUnits,
  entries: entriesSql({ movements: 'true', carried: 'true', sums: null }),
};
