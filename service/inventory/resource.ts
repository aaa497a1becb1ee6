import * as records from '../../records/stock.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

resource(records.inventory);
export const inventorymovement = resource(records.inventorymovement);
