import { carrier as carrierRecord, carrierservicelevel as levelRecord } from '../../records/carrier.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const carrier = resource(carrierRecord, {
  relations: { servicelevels: many('carrierservicelevel', { on: 'carrier_id' }) },
});

export const carrierservicelevel = resource(levelRecord);
