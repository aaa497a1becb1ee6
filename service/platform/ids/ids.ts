import { z } from 'zod';

/** The greatest id. Ids are `bigint` in PostgreSQL, and JSON numbers are exact up to here. */
export const largestId = Number.MAX_SAFE_INTEGER;

/** Returns the schema of an id in an answer. */
export const recordId = () => z.int().meta({ format: 'int64' });
