import * as records from '../../records/customer.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const customer = resource(records.customer);
resource(records.email);
resource(records.phone);
