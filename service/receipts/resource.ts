import * as records from '../../records/receipt.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const receipt = resource(records.receipt);
resource(records.receiptline);
resource(records.receiptentry);
