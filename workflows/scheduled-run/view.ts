import type { BulkRunProgress } from '../contract/scheduled-run.ts';
import { escapeMarkdown } from '../contract/text.ts';

/** Returns what Temporal's pages show of a scheduled run: the state and the totals of its bulk run. */
export function details({ id, state, total, done, skipped, warned, failed }: BulkRunProgress): string {
  const past = done + skipped + warned + failed;
  const counts = `${done} done, ${skipped} skipped, ${warned} warned, ${failed} failed`;
  return `Bulk run ${id}: **${escapeMarkdown(state)}**, ${past} of ${total}: ${counts}`;
}
