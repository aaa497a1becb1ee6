import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { jobOperations, jobs } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(jobs, jobOperations);
