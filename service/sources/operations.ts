import { plainOperations } from '../platform/records/plain-record.ts';
import { source } from './resource.ts';
import { sourceBody } from './schema.ts';

export const sources = { resource: source, called: 'source', create: sourceBody, change: sourceBody.partial() };
export const sourceOperations = plainOperations(sources);
