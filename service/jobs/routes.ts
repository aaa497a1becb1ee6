import type { Endpoint } from '../http/endpoint.ts';
import { plainRoutes } from '../records/plain-routes.ts';
import { jobOperations, jobs } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(jobs, jobOperations);
