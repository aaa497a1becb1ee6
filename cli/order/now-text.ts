import type { SalesOrderProgress } from '../../client/client.ts';
import { outcomeOf } from '../run/outcome.ts';

/** Returns the sentence about where an order is after a call: `Now: waits at pack, pack by hand.` */
export function nowText(progress: SalesOrderProgress): string {
  const { outcome, reason } = outcomeOf(progress);
  const at = progress.step === null ? '' : ` at ${progress.step}`;
  const now = { waits: `waits${at}`, 'at work': `under way${at}`, attention: `in attention${at}` }[outcome as string];
  const why = reason && outcome !== 'ended' ? `, ${reason.replace(/\.$/, '')}` : '';
  return `Now: ${now ?? outcome}${why}.\n`;
}
