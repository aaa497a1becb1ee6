import * as records from '../../records/return-order.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const returnorder = resource(records.returnorder);
export const returnorderline = resource(records.returnorderline);
resource(records.returnorderunit);
