import type { Plan } from '../planning/plan.ts';

/** The answer of `GET /salesorder/{id}/plan`: the pinned plan of an issued order, or the plan that a draft would get now. */
export interface PlanRecord extends Plan {
  pinned: boolean;
}
