import type { Operation } from '../database/operation.ts';

/** Writes of records that belong to another one and are reached through it. */
export interface ChildOperations<Create, Change> {
  /** @returns its id */
  readonly create: Operation<{ parentId: number; body: Create }, number>;
  readonly change: Operation<{ parentId: number; id: number; body: Change }, void>;
  readonly remove: Operation<{ parentId: number; id: number }, void>;
}
