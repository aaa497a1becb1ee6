import { service as serviceRecord, source as sourceRecord } from '../../records/source.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { service, source } from './resource.ts';

const sourceBody = bodyOf(sourceRecord, 'create');
const serviceBody = bodyOf(serviceRecord, 'create');

const sources = { resource: source, noun: 'source', create: sourceBody, change: sourceBody.partial() };
const sourceOperations = plainOperations(sources);

const services = { resource: service, noun: 'service', create: serviceBody, change: serviceBody.partial() };
const serviceOperations = plainOperations(services);

export const routes: Endpoint[] = [
  ...plainRoutes(sources, sourceOperations),
  ...plainRoutes(services, serviceOperations),
];
