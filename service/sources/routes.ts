import { z } from 'zod';
import { text } from '../platform/coercion/coerce.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { source } from './resource.ts';

const sourceBody = z.object({ name: text(100, { min: 1 }), service_id: text(100).nullish() });

const sources = { resource: source, noun: 'source', create: sourceBody, change: sourceBody.partial() };
const sourceOperations = plainOperations(sources);

export const routes: Endpoint[] = plainRoutes(sources, sourceOperations);
