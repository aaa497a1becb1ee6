import type { Plan } from '../planning/plan.ts';

/** `GET /salesorder/{id}/plan`: before issue what the plan would be now, after it the plan that was pinned. */
export interface PlanRecord extends Plan {
  pinned: boolean;
}
