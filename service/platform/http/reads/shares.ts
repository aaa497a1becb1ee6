import { CallerShares } from '../../access/caller-shares.ts';

/** A shared resource of endpoints. */
export type ShareName = 'reads' | 'streams' | 'documents' | 'drawings' | 'trials';

export type Shares = Readonly<Record<ShareName, CallerShares>>;

/**
 * Returns the shares of callers in what requests use until their answer has left. So a caller who does not read answers takes memory
 * for his share alone. A caller has a quarter of the streams and of the files that a process has at once, and one of its two threads
 * for rules.
 * @param connections the connections for reads. Eight expensive lists at once would stop the reads of everybody, so a caller gets
 * half of them
 */
export function callerShares(connections: number): Shares {
  return {
    reads: new CallerShares({
      what: 'answers that are read',
      atOnce: Math.max(1, Math.floor(connections / 2)),
      waiting: 100,
      longestWait: 10_000,
      code: 'caller.too-many-reads',
    }),
    streams: new CallerShares({ what: 'streams of events', atOnce: 75, waiting: 0, longestWait: 0 }),
    documents: new CallerShares({ what: 'PDF files', atOnce: 8, waiting: 24, longestWait: 10_000 }),
    // The thread that draws cartons of many units has room for 32 drawings, and a page of a pack requests dozens.
    drawings: new CallerShares({ what: 'drawings of cartons', atOnce: 4, waiting: 100, longestWait: 10_000 }),
    trials: new CallerShares({ what: 'trial of rules', atOnce: 1, waiting: 8, longestWait: 20_000 }),
  };
}
