import { z } from 'zod';
import { id, identifier } from '../platform/coercion/coerce.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { service, source } from './resource.ts';

const sourceBody = z.object({ name: identifier(100, { min: 1 }), service_id: id().nullish() });
const serviceBody = z.object({ name: identifier(100, { min: 1 }) });

const sources = { resource: source, noun: 'source', create: sourceBody, change: sourceBody.partial() };
const sourceOperations = plainOperations(sources);

const services = { resource: service, noun: 'service', create: serviceBody, change: serviceBody.partial() };
const serviceOperations = plainOperations(services);

export const routes: Endpoint[] = [
  ...plainRoutes(sources, sourceOperations),
  ...plainRoutes(services, serviceOperations),
];
