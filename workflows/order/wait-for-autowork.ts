import { autoworkWords } from '../shared/summaries.ts';
import type { OrderWorkflowState } from './state.ts';
import { moreThan } from './waiting.ts';

/** Until no autowork of the order is under way: two that drive an order would both ask its carrier for labels. */
export async function waitForAutowork(state: OrderWorkflowState): Promise<void> {
  for (;;) {
    const before = state.heard;
    const { autowork } = await state.look();
    if (!autowork) return;
    state.stays('waiting', autoworkWords(autowork));
    await moreThan(state, before);
  }
}
