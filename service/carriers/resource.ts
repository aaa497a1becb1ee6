import * as records from '../../records/carrier.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const carrier = resource(records.carrier);
export const carrierservicelevel = resource(records.carrierservicelevel);
