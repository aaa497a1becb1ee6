import * as records from '../../records/quote.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const quote = resource(records.quote);
export const quoteline = resource(records.quoteline);
resource(records.quotediscount);
resource(records.quotefee);
resource(records.quotetax);
