import { job } from '../../records/job.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';

export const { routes } = plainRecord(job);
