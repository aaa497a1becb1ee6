import * as records from '../../records/invoice.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const invoice = resource(records.invoice);
export const invoiceline = resource(records.invoiceline);
resource(records.invoicetax);
