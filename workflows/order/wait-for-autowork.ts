import { autoworkWords } from '../shared/summaries.ts';
import type { OperatorDesk } from './state.ts';
import { moreThan } from './waiting.ts';

/** Until no autowork of the order is under way: two that drive an order would both ask its carrier for labels. */
export async function standBack(desk: OperatorDesk): Promise<void> {
  for (;;) {
    const before = desk.heard;
    const { autowork } = await desk.look();
    if (!autowork) return;
    desk.stays('waiting', autoworkWords(autowork));
    await moreThan(desk, before);
  }
}
