import { service as serviceRecord, source as sourceRecord } from '../../records/source.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const source = resource(sourceRecord, {
  relations: { salesorders: many('salesorder', { on: 'source_id' }) },
});

export const service = resource(serviceRecord, {
  relations: { sources: many('source', { on: 'service_id' }) },
});
