import { service, source } from '../../records/source.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';

export const routes = [...plainRecord(source).routes, ...plainRecord(service).routes];
