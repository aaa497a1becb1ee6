import * as records from '../../records/part.ts';
import { available } from '../../records/stock.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { isGood } from '../platform/states/expiry.ts';
import { locationType } from '../platform/states/kinds.ts';

export const part = resource(records.part);
export const billofmaterial = resource(records.billofmaterial);
export const billofmaterialline = resource(records.billofmaterialline);

resource('qty_available_for_pick', {
  description:
    'Stock in storage that is neither reserved nor expired: one row for each location, lot and serial number. The rows are in the sequence of reservation: first by expiry, then by age',
  table: `(
    SELECT i.id, i.part_id, i.location_id, l.site_id, i.lot, i.serial, i.expires_on, i.received_at, i.qty - i.qty_committed AS qty
    FROM inventory i JOIN location l ON l.id = i.location_id
    WHERE i.qty > i.qty_committed AND l.locationtype_id = ${locationType.storage} AND l.active AND ${isGood})`,
  path: null,
  order: ['expires_on', 'received_at', 'id'],
  fields: available,
});
