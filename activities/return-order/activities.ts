import { callOptions } from '../shared/call-options.ts';
import type { CarrierDependencies } from '../shared/carrier-hooks.ts';
import { withEndlessAttempts, withTemporalFailures } from '../shared/failure.ts';
import { type BookLabelInput, bookLabel } from './label.ts';

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
  /** Its label. Absent in histories of earlier releases, and where no carrier is to book one. */
  label?: ReturnLabel;
}

/** The label with which the customer sends the goods back. */
export interface ReturnLabel {
  /** Name of the carrier in the configuration. */
  carrier: string;
  /** Whether the carrier is to book it now. */
  due: boolean;
  tracking_number: string | null;
  /** What the carrier said last; null after a success. */
  problem: string | null;
}

interface Answer {
  readonly status: { readonly name: string };
  readonly decision: string | null;
  readonly due_at: string | null;
  /** A service of an earlier release does not answer these. */
  readonly carrier_name?: string | null;
  readonly label_due?: boolean;
  readonly label_problem?: string | null;
  readonly tracking_number?: string | null;
  readonly lines: readonly Readonly<Record<string, number>>[];
}

/** Returns the activities of a return's workflow. Temporal's timeline shows their names. */
export function createReturnActivities(dependencies: CarrierDependencies) {
  const { client } = dependencies;

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

    /** Has the carrier book the label of the return, if it is due. A repetition after a crash books nothing twice. */
    bookReturnLabel: withTemporalFailures((input: BookLabelInput) => bookLabel(dependencies, input)),

    /** Stores why the return has no label yet. */
    reportLabelFailure: withEndlessAttempts(
      async (returnId: number, problem: string, triesOn: boolean): Promise<void> => {
        const body = { problem: problem.slice(0, 2_000), tries_on: triesOn };
        await client.engine.returnorder.labelfailure.update(returnId, body, callOptions({ prefer: 'return=minimal' }));
      },
    ),
  };
}

export type ReturnActivities = ReturnType<typeof createReturnActivities>;

function labelOf({ carrier_name, label_due, label_problem, tracking_number }: Answer): { label?: ReturnLabel } {
  if (!carrier_name || (!label_due && !label_problem && !tracking_number)) return {};
  const [due, number, problem] = [label_due ?? false, tracking_number ?? null, label_problem ?? null];
  return { label: { carrier: carrier_name, due, tracking_number: number, problem } };
}

function snapshotOf(answer: Answer): ReturnSnapshot {
  const { status, decision, due_at, lines } = answer;
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
    ...labelOf(answer),
  };
}
