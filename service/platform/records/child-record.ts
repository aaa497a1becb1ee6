import type { Operation } from '../database/operation.ts';

/** The operations on records that belong to a parent record. */
export interface ChildOperations<Create, Change> {
  /** @returns the id of the new record */
  readonly create: Operation<{ parentId: number; body: Create }, number>;
  readonly change: Operation<{ parentId: number; id: number; body: Change }, void>;
  readonly remove: Operation<{ parentId: number; id: number }, void>;
}
