import { boolean, date, decimal, id, identifier, name, reference, text, times, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const location = record(
  'location',
  'A place of a site: storage, the moving location, or a carton',
  {
    site_id: reference('site', { write: 'create' }),
    locationtype_id: reference('locationtype', { write: 'create', indexed: false }),
    name: name({
      natural: true,
      description: 'Unique at the site. Lists sort A-2 before A-10, as people walk',
      example: 'Aisle A',
    }),
    barcode: identifier({
      min: 1,
      max: 100,
      nullable: true,
      write: true,
      description: 'The barcode at the place, if it is not the name. Unique among the active locations of the site',
      example: 'LOC-000117',
    }),
    active: boolean({ write: true }),
    ...times,
  },
  { counted: true, relations: { inventory: many('inventory') } },
);

/** Units that are the same: of one part, and of one lot or serial number. */
const units = {
  lot: identifier({ nullable: true, example: 'L-2026-04' }),
  serial: identifier({ nullable: true, example: null }),
};

export const inventory = record(
  'inventory',
  'Units of a part at a location, by lot or serial number',
  {
    part_id: reference('part'),
    location_id: reference('location'),
    ...units,
    expires_on: date({ nullable: true, example: '2027-04-30' }),
    qty: decimal({ example: 140 }),
    qty_committed: decimal({ description: 'Units of `qty` that are reserved for orders', example: 2 }),
    received_at: timestamp(),
  },
  { counted: true, site: (alias) => `(SELECT site_id FROM location WHERE id = ${alias}.location_id)` },
);

/** The fields of stock that is available for picks. */
export const available = {
  id: id({ indexed: false, description: 'Id of the inventory record' }),
  part_id: reference('part', { indexed: false }),
  location_id: reference('location', { indexed: false }),
  site_id: reference('site', { indexed: false }),
  ...units,
  expires_on: date({ nullable: true }),
  received_at: timestamp(),
  qty: decimal(),
};

const other = { nullable: true, indexed: false, example: null } as const;

export const inventorymovement = record(
  'inventorymovement',
  'The ledger: every change of stock, append-only',
  {
    part_id: reference('part'),
    from_location_id: reference('location', other),
    to_location_id: reference('location', { nullable: true, indexed: false }),
    ...units,
    qty: decimal({ example: 140 }),
    reason: text({ example: 'opening stock' }),
    order_id: reference('salesorder', { nullable: true, example: null }),
    line_id: reference('salesorderline', other),
    pickline_id: reference('pickline', { nullable: true, example: null }),
    pack_id: reference('pack', { nullable: true, indexed: false }),
    pickup_id: reference('pickup', { nullable: true, indexed: false }),
    user_id: reference('user', {
      column: 'account_id',
      nullable: true,
      indexed: false,
      description: 'The user who moved it',
    }),
    created_at: timestamp({ indexed: true }),
  },
  { counted: true, site: (alias) => `${alias}.site_id` },
);
