import * as records from '../../records/source.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const source = resource(records.source);
export const service = resource(records.service);
