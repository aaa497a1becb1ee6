import type { Step } from '../plugins/plan.ts';
import type { MaybeBackground } from './background.ts';
import { writable } from './collection.ts';
import type { PlanRecord, ProgressRecord, SalesOrder, SalesOrderLine, TimelineEntry } from './records.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface NewLine {
  part_id?: number;
  linetype_id?: number;
  qty?: number | string;
  unit_price?: number | string;
}

export interface NewSalesOrder {
  customer_id: number;
  number?: string;
  site_id?: number;
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
  priority?: number;
  source_id?: number;
  ship_to_name?: string | null;
  ship_address_1?: string | null;
  ship_city?: string | null;
  ship_postal_code?: string | null;
  ship_country?: string | null;
  lines?: NewLine[];
  discounts?: { discount_id: number; amount: number | string }[];
  fees?: { fee_id: number; amount: number | string }[];
}

/** What an order cannot get past by itself, as the engine reports it. */
export interface AttentionReport {
  step: Step;
  /** Code of the problem, as in the service's catalogue. */
  code: string;
  detail: string;
}

/** An operator's decision about one step of an order that is under way. */
export interface StepDecision {
  step: Step;
  by: string;
}

export interface Autowork {
  full_auto?: 1;
  task_ids?: number[];
  line_details?: { transactionline_id: number; qty?: number | string }[];
  site_id?: number;
  carrier_id?: number;
  carrierservicelevel_id?: number;
  tracking_number?: string;
}

/** `/salesorder` and what can be done with one order (design page §5). */
export function salesorders(transport: Transport) {
  const path = '/salesorder';
  const read =
    <T>(what: string) =>
    (id: number, options?: CallOptions) =>
      transport.send<T>({ ...options, method: 'GET', path: `${path}/${id}/${what}` }) as Promise<T>;
  const verb =
    <Body = undefined, T = SalesOrder>(what: string) =>
    (id: number, body?: Body, options?: CallOptions): Promise<MaybeBackground<T>> =>
      transport.send<T>({ ...options, method: 'POST', path: `${path}/${id}/${what}`, body });

  return {
    ...writable<SalesOrder, NewSalesOrder>(transport, path),
    lines: read<SalesOrderLine[]>('line'),
    addLine: (id: number, body: NewLine, options?: CallOptions) =>
      transport.send<SalesOrderLine>({
        ...options,
        method: 'POST',
        path: `${path}/${id}/line`,
        body,
      }) as Promise<SalesOrderLine>,
    /** Before issue a dry run; after it the plan that was pinned. */
    plan: read<PlanRecord>('plan'),
    /** Where it is, what it waits for, and the calls that would move it. */
    progress: read<ProgressRecord>('progress'),
    timeline: read<TimelineEntry[]>('timeline'),
    /** Refused with 428 and `warnings` where they need an answer; `ignore_warnings: 1` goes on without one. */
    issue: verb<{ ignore_warnings?: 1 }>('issue'),
    unissue: verb('unissue'),
    void: verb('void'),
    closeshort: verb('closeshort'),
    clone: verb('clone'),
    hold: verb<{ reason: string }>('hold'),
    release: verb('release'),
    autowork: verb<Autowork, undefined>('autowork'),
    /** Says what the order cannot get past by itself; what the engine does, and nobody else has to. */
    attention: verb<AttentionReport, undefined>('attention'),
    /** Takes one step out of the pinned plan, for good. */
    skip: verb<StepDecision>('skip'),
  };
}
