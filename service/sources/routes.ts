import type { Endpoint } from '../http/endpoint.ts';
import { plainRoutes } from '../records/plain-routes.ts';
import { sourceOperations, sources } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(sources, sourceOperations);
