import { plainOperations } from '../platform/records/plain-record.ts';
import { job } from './resource.ts';
import { jobBody } from './schema.ts';

export const jobs = { resource: job, called: 'job', create: jobBody, change: jobBody.partial() };
export const jobOperations = plainOperations(jobs);
