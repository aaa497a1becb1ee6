import { z } from 'zod';
import { id, text } from '../platform/coercion/coerce.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { job } from './resource.ts';

const jobBody = z.object({ name: text(200, { min: 1 }), customer_id: id().nullish() });

const jobs = { resource: job, noun: 'job', create: jobBody, change: jobBody.partial() };
const jobOperations = plainOperations(jobs);

export const routes: Endpoint[] = plainRoutes(jobs, jobOperations);
