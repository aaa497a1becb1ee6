import type { Client } from '../../client/client.ts';
import { callOptions } from '../shared/call-options.ts';
import { withEndlessAttempts, withTemporalFailures } from '../shared/failure.ts';

/** The quantities of a return, over all its lines. */
export interface ReturnQuantities {
  requested: number;
  authorised: number;
  received: number;
  restocked: number;
  quarantined: number;
  scrapped: number;
  sentBack: number;
}

/** A return order as the service reports it, reduced to the fields that its workflow uses. */
export interface ReturnSnapshot {
  /** Name of its state. */
  status: string;
  /** Why it is in its state, by the operators' file or a person. */
  decision: string | null;
  /** The end of the wait for its goods, in ISO 8601; null without a wait, or without an end. */
  dueAt: string | null;
  quantities: ReturnQuantities;
}

interface Answer {
  readonly status: { readonly name: string };
  readonly decision: string | null;
  readonly due_at: string | null;
  readonly lines: readonly Readonly<Record<string, number>>[];
}

/** Returns the activities of a return's workflow. Temporal's timeline shows their names. */
export function createReturnActivities({ client }: { readonly client: Client }) {
  return {
    /** Reads where the return is. It is final only if the return does not exist. */
    readReturn: withEndlessAttempts(async (returnId: number): Promise<ReturnSnapshot> => {
      const path = `/returnorder/${returnId}?embed=lines,status`;
      return snapshotOf(await client.request<Answer>({ method: 'GET', path, ...callOptions() }));
    }),

    /** Cancels the return, because its goods have not come. Goods that come at this moment win: the service refuses. */
    cancelReturn: withTemporalFailures(async (returnId: number, decision: string): Promise<void> => {
      const request = { method: 'POST', path: `/returnorder/${returnId}/cancel`, body: { decision } } as const;
      await client.request<unknown>({ ...request, ...callOptions({ prefer: 'return=minimal' }) });
    }),
  };
}

export type ReturnActivities = ReturnType<typeof createReturnActivities>;

function snapshotOf({ status, decision, due_at, lines }: Answer): ReturnSnapshot {
  // The sums are for people: the service counts in decimals.
  const sum = (column: string) => Number(lines.reduce((all, line) => all + (line[column] ?? 0), 0).toFixed(6));
  return {
    status: status.name,
    decision,
    dueAt: status.name === 'Authorised' ? due_at : null,
    quantities: {
      requested: sum('qty_requested'),
      authorised: sum('qty_authorised'),
      received: sum('qty_received'),
      restocked: sum('qty_restocked'),
      quarantined: sum('qty_quarantined'),
      scrapped: sum('qty_scrapped'),
      sentBack: sum('qty_sent_back'),
    },
  };
}
