import type { Known } from './data.ts';

/** The measured lists by group, each as an address with an unencoded query. */
export type Kinds = ReadonlyMap<string, readonly string[]>;

/** Orders of a customer with the customer, the lines and their parts, and the total number of orders. */
export const headline = ({ customer }: Known) => `/salesorder?customer_id=${customer}&embed=customer,lines.part`;

/** Returns every documented kind of list, grouped by the features of the query. */
export function kinds(known: Known, plainLists: readonly string[]): Kinds {
  const orders = (queries: readonly string[]) => queries.map((query) => `/salesorder?${query}`);
  return new Map([
    ['Simple filters', orders(simpleFilters(known))],
    ['Filters of other resources', otherFilters(known)],
    ['Expressions', orders([...expressions(known), ...overRelations(known)].map((filter) => `filter=${filter}`))],
    ['Sorted', orders(sorted.map((sort) => `sort=${sort}`))],
    ['Filtered and sorted', orders(filteredAndSorted(known))],
    ['Pages', orders(pages)],
    ['Embeds', orders(embeds)],
    ['Plain lists', plainLists],
    ['Child lists and items', childLists(known)],
    ['Work to be done', workLists],
  ]);
}

const filteredAndSorted = ({ customer, biggestCustomer }: Known) => [
  `customer_id=${biggestCustomer}&sort=-created_at`,
  'status_id=2&sort=priority,issue_date',
  'status_id=4&sort=-issue_date',
  'filter=created_at > 2025-06-01 && created_at < 2025-07-01&sort=-total',
  `filter=customer_id = ${customer} && status_id != 4&embed=customer,status`,
];

const pages = [
  'page=2',
  'page=1000',
  'page=2000',
  'page=2001',
  'sort=-created_at&page=1500',
  'sort=-total&page=1500',
  'status_id=4&page=1500',
  'perPage=0',
  'perPage=1',
  'fields=id,number',
];

const embeds = [
  'embed=customer.default_email.email,customer.customertype,status,site,carrier,source',
  'embed=lines.part.groups,customer.groups',
  'status_id=4&sort=-id&embed=lines,picks,packs,ships,pickups,pickuplines,invoices',
];

const childLists = ({ customer, order, pick, pack, ship, pickup }: Known) => [
  `/salesorder/${order}/line`,
  `/salesorder/${order}/line?embed=part`,
  `/salesorder/${order}/discount`,
  `/salesorder/${order}?embed=customer,lines.part,picks,packs,ships,pickups,invoices`,
  `/pack/${pack}/carton?embed=contents`,
  `/pick/${pick}?embed=lines,lines.part.qty_available_for_pick.location`,
  `/ship/${ship}?embed=lines,pallets.cartons`,
  `/pickup/${pickup}?embed=lines.orders`,
  `/customer/${customer}/email`,
  `/customer/${customer}/address`,
  '/billofmaterial/5/line',
  '/quote/77/line',
];

const workLists = ['/picklinebyorder', '/picklinebypart', '/packlinebyorder', '/shiplinebyorder'];

const simpleFilters = ({ biggestCustomer }: Known) => [
  `customer_id=${biggestCustomer}`,
  'id=150007',
  'number=SO-150007',
  'status_id=2',
  'status_id=4',
  'status_id=2&status_id=3',
  'status_id=6',
  'site_id=1',
  'site_id=3',
  'carrier_id=2',
  'source_id=3',
  'job_id=17',
  'priority=1',
  'ship_country=FR',
  'ship_city=Lyon',
  'issue_date=2025-06-01T10:05:00Z',
  'customer.name=Blue Books 77',
  'source.service_id=2',
  'lines.part_id=1700',
];

const otherFilters = ({ customer, order, pick, pack, pickup }: Known) => [
  '/customer?name=Blue Books 77',
  '/customer?type=Company',
  '/customer?default_email.email.email_address=buyer77@example.com',
  '/customer?groups.name=Press',
  '/customer?filter=name % "garden"',
  '/customer?sort=name',
  '/part?number=PN-77',
  '/part?upc=4000000000077',
  '/part?filter=custom.colour = "red" && custom.shelf_life > 300',
  '/part?sort=name',
  '/carrier?active=1',
  '/user?sort=last_name,first_name',
  '/object?can_linetype=1',
  `/pickline?pick_id=${pick}`,
  '/pickline?pick_id=null',
  `/pickline?work.transactionline.transaction_id=${order}`,
  '/pick?status_id=2&sort=-id',
  '/pack?status_id=2',
  `/carton?pack_id=${pack}`,
  '/carton?tracking_number=1Z90000777',
  '/carton?filter=status.name = "Closed"',
  `/invoice?customer_id=${customer}&embed=customer`,
  `/inventory?part_id=77&embed=location`,
  `/inventorymovement?order_id=${order}`,
  '/inventorymovement?filter=created_at > 2025-12-01&sort=-created_at',
  `/pickupline?pickup_id=${pickup}`,
  '/pickupline?pickup_id=null',
  `/job?customer_id=${13 * 17}`,
  `/quote?customer_id=${customer}&embed=lines`,
];

const expressions = ({ customer }: Known) => [
  'status.name = "Issued"',
  `customer_id = ${customer} && status_id = 4`,
  'created_at > 2026-02-01',
  'created_at >= 2025-06-01 && created_at < 2025-07-01',
  'issue_date > 2025-06-01T00:00:00+02:00',
  'total > 1500',
  'total > 100',
  'number = "SO-1999%"',
  'number % "9999"',
  'number = "%9999"',
  'note % "ring 57"',
  'ship_to_name = "buyer 77"',
  'ship_city = "Z%"',
  'held_at IS NOT NULL',
  'job_id IS NULL',
  'status_id != 4',
  'NOT (status_id = 4 || status_id = 6)',
  'status_id IN (2, 3) && priority = 1',
  'weight_g > 20000',
];

const overRelations = ({ customer }: Known) => [
  'customer.name = "Blue Books%"',
  'customer.name % "Blue"',
  'customer.groups.name = "Press"',
  'customer.default_email.email.email_address = "buyer77@example.com"',
  'source.name = "Counter"',
  'lines.part_id = 77',
  'lines.part_id != 1',
  'lines.part.number = "PN-1500"',
  'lines.part.groups.name = "Group 7"',
  'lines[part_id = 77 && qty > 3]',
  'lines.part_id = 77 && lines.part_id = 5',
  'lines.part_id = 1500 || customer.name = "Blue Books 77"',
  `lines.part_id = 1500 || customer_id = ${customer}`,
  'lines.part.name % "pump 77" || customer.name % "Garden 77" || source.name = "Fair" && priority = 1',
  'lines.unit_price > 90.9',
  'count(lines) > 6',
  'count(lines) > 3',
  'sum(lines.qty) > 35',
  'sum(lines.qty) > 10 && status_id = 2',
  'count(lines) > 3 && customer.groups.name = "Wholesale"',
  'picks.status_id = 1',
  'packs.cartons.tracking_number = "1Z90000777"',
  'invoices.total > 1500',
  'pickups.id = 777',
  'ships.id = 777',
];

const sorted = [
  'id',
  '-id',
  'number',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'issue_date',
  '-issue_date',
  '-fulfilled_at',
  'customer_id',
  'status_id',
  'priority',
  'priority,issue_date',
  '-total',
  'ship_to_name',
  'ship_country',
];
