import * as records from '../../records/count.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const count = resource(records.count);
resource(records.countline);
