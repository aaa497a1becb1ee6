// Written by `npm run generate` from the declarations of the service.

import type { BodyFields } from '../endpoint-types.ts';
import type { EndpointFactory } from '../endpoint-factory.ts';
import type { Do, DoRecord, Each, Embedded, Get, Read } from '../endpoint-types.ts';
import type {
  Autowork, Booking, ReturnOrder,
} from './records.ts';

type DecimalField =
  | 'cost';
type Body<R, Required extends keyof R, Optional extends keyof R = never> = BodyFields<R, DecimalField, Required, Optional>;

export interface EngineRestoredAnswer { /** The new epoch of the database */ epoch: string }
export interface EngineSteps {
  orders: {
    order_id: number; steps: ('pick' | 'pack' | 'ship' | 'pickup')[]; request_id?: string | null;
    traceparent?: string | null;
  }[];
}
export interface EngineStepsAnswer {
  orders: { order_id: number; done: { step: 'pick' | 'pack' | 'ship' | 'pickup'; id: number }[] }[];
}
export type EngineAutoworkBeginAnswer = EngineAutoworkWaitAnswer;
export type EngineAutoworkFinish = EngineAutoworkWait;
export interface EngineAutoworkWait {
  tasks: {
    task_id: number; outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused'; record_id?: number | null;
    code?: string | null; detail?: string | null;
  }[];
}
export interface EngineAutoworkWaitAnswer {
  steps: { step: 'pick' | 'pack' | 'ship' | 'pickup'; required: boolean }[];
  /** False if the autowork is finished */ open: boolean;
  /** The carrier that the plan books */
  carrier: {
    name: string; plugin: string; book_at: 'pick' | 'pack' | 'ship' | 'pickup' | null; own_queue: boolean;
    asks_pickup?: boolean;
  } | null;
  /** 1, and one more after each wait for stock */ round: number;
  /** What the autowork waits for; null while it works */ waiting_for: string | null;
  /** The results so far */
  tasks: {
    task_id: number; outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused'; code: string | null;
    /** The pick, pack, ship or pickup that the task created */ record_id: number | null;
    /** The reason, or the part that is left */ detail: string | null;
  }[];
  /** What is left of the lines to which the autowork is limited, by task; null where nothing of it is done */
  line_details: { task_id: number; lines: { transactionline_id: number; qty: string | null }[] }[] | null;
}
export interface EngineBookingChanges {
  canceled?: { why?: string | null; done: boolean | 0 | 1; refund?: number | string | null; currency?: string | null };
  pickup?: { confirmation: string; from?: string | null; until?: string | null };
  tracking?: {
    status: 'unknown' | 'pre_transit' | 'in_transit' | 'out_for_delivery' | 'available_for_pickup' | 'delivered' | 'return_to_sender' | 'failure' | 'canceled' | 'error';
    detail?: string | null; estimated_delivery_at?: string | null;
    events?: {
      at: string;
      status: 'unknown' | 'pre_transit' | 'in_transit' | 'out_for_delivery' | 'available_for_pickup' | 'delivered' | 'return_to_sender' | 'failure' | 'canceled' | 'error';
      detail?: string; place?: string;
    }[] | null;
  };
  /** Why the last request to the carrier failed; null after a success */ problem?: string;
}
export interface EngineBookingLabelChanges { media_type: string; /** Base64 of at most 1 MiB */ content: string }
export interface EngineBulkRunNext { max: number }
export interface EngineBulkRunNextAnswer {
  state: 'running' | 'paused' | 'done' | 'canceled'; rate: number | null; total: number; done: number; skipped: number;
  warned: number; failed: number;
  /** Ids of orders; the orders of one unit are processed together */ units: number[][];
  /** Orders of the run that the engine still works on: issued, or in autowork */ under_way: number;
}
export interface EngineBulkRunPerform { order_id: number[] }
export interface EngineBulkRunPerformAnswer {
  state: 'running' | 'paused' | 'done' | 'canceled'; rate: number | null;
  outcomes: { order_id: number; outcome: 'done' | 'skipped' | 'warned' | 'failed'; code: string | null; reason: string | null }[];
}
export interface EngineCartonBooking extends Body<Booking, 'order_id' | 'carrier_name' | 'plugin'
  | 'tracking_number', 'reference' | 'service' | 'cost' | 'cost_currency' | 'label_url' | 'test'> {
  /** The address on the label. If the order has another one meanwhile, the label is voided and booked anew */
  ship_to?: {
    ship_to_name?: string | null; ship_address_1?: string | null; ship_address_2?: string | null;
    ship_city?: string | null; ship_region?: string | null; ship_postal_code?: string | null;
    ship_country?: string | null; ship_company?: string | null; ship_phone?: string | null; ship_email?: string | null;
    ship_residential?: boolean | 0 | 1 | null;
  } | null;
  /** Further values of the plugin, such as a route */ details?: Record<string, unknown> | null;
}
export interface EngineOutboxClaim {
  results: { id: number; result: 'sent' | 'not_found' | 'failed'; error?: string | null }[]; encodes: boolean | 0 | 1;
  max: number; wait: number;
  /** Any of start, signal, deliver. One text with commas is accepted too */ kinds: ('start' | 'signal' | 'deliver')[];
}
export interface EngineOutboxClaimAnswer {
  /** The address of the service, for links from workflows to records */ service: string;
  rows: {
    id: number; workflow_id: string; kind: 'start' | 'signal' | 'deliver'; attempts: number; traceparent: string | null;
    /** The input of the workflow, or the signal */ payload: Record<string, unknown>;
    /** The event that caused the start */ event_id: string | null;
    /** The epoch of the database */ epoch: string;
    /** The request that caused the row */ request_id: string | null;
  }[];
}
export type EngineReconcileQuery = EngineReconcileRun;
export interface EngineReconcile {
  /** The epoch of the database */ epoch: string;
  /** Number of compared open records */ records: number;
  /** Number of compared running workflows */ workflows: number;
  /** Send it as `after` to compare the next part; null after the last part */ next: string | null;
  differences: {
    record: 'salesorder' | 'autowork' | 'bulkrun' | 'returnorder' | 'webhookdelivery'; workflow_id: string;
    run_id: string | null;
    /**
     * missing: Temporal has no workflow of the open record. ended, failed: its last run is over. over: a workflow runs,
     * and its record is over or unknown. other_epoch: a workflow runs that was started before the database was restored
     */
    kind: 'missing' | 'ended' | 'failed' | 'over' | 'other_epoch';
    /** The id of the record */ id: number;
    /** start: the record gets a workflow. terminate: the run is ended */ remedy: 'start' | 'terminate';
  }[];
}
export interface EngineReconcileRun { after?: string | null }
export interface EngineReconcileRunAnswer {
  /** The epoch of the database */ epoch: string;
  /** Number of compared open records */ records: number;
  /** Number of compared running workflows */ workflows: number;
  /** Send it as `after` to compare the next part; null after the last part */ next: string | null;
  differences: {
    record: 'salesorder' | 'autowork' | 'bulkrun' | 'returnorder' | 'webhookdelivery'; workflow_id: string;
    run_id: string | null; fixed: boolean;
    /**
     * missing: Temporal has no workflow of the open record. ended, failed: its last run is over. over: a workflow runs,
     * and its record is over or unknown. other_epoch: a workflow runs that was started before the database was restored
     */
    kind: 'missing' | 'ended' | 'failed' | 'over' | 'other_epoch';
    /** The id of the record */ id: number;
    /** start: the record gets a workflow. terminate: the run is ended */ remedy: 'start' | 'terminate';
    /** Why it was not removed */ why: string | null;
  }[];
}
export interface EngineReturnOrderBooking extends Body<Booking, 'carrier_name' | 'plugin'
  | 'tracking_number', 'reference' | 'service' | 'cost' | 'cost_currency' | 'label_url' | 'test' | 'weight_g'> {
  /** Further values of the plugin, such as a route */ details?: Record<string, unknown> | null;
}
export interface EngineReturnOrderLabelfailureChanges {
  tries_on: boolean | 0 | 1;
  /** What the carrier said */ problem: string;
}
export interface EngineSalesOrderReach { step: 'pick' | 'pack' | 'ship' | 'pickup'; waited?: number | null }
export interface EngineSalesOrderReachAnswer {
  held: boolean; state: 'working' | 'waiting' | 'attention' | 'held' | 'done'; waiting_for: string | null;
  /** Name of the status of the order */ status: string;
  /** The first step that is required and not done; `issue` for a draft that is issued when possible */
  step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup' | null;
  /**
   * Whether a workflow drives the order, at most two minutes ago. `missing`: `POST /salesorder/{id}/drive` starts it
   * again. `unknown`: the service could not ask Temporal for three minutes. Null for an order that no workflow has to
   * drive
   */
  engine: 'running' | 'missing' | 'unknown' | null;
  /** Time of the last change of the state, the step or the reason of the wait */ since: string;
  steps: {
    step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup'; required: boolean; by: 'hand' | 'automatic';
    /**
     * True if nothing is left to do at the step. In an order that is void or closed short: true if the step was done
     * for the delivered units
     */
    done: boolean;
    /** The reasons that decided */ why: string;
    /** Units that are not done */ open: number;
    /** Units that can be done now */ ready: number;
    /** True if deferred rules, or the earliest moment of the step, are evaluated when the order reaches the step */
    again: boolean;
    /** The engine does not begin the step before this moment; people may */ not_before: string | null;
    /**
     * Seconds of waiting at the step after which deferred rules are evaluated or the deadline ends, the shortest first
     */
    waits: number[];
  }[];
  /** The request to issue the draft when possible, and what prevented it at the last attempt */
  issue?: {
    requested_by: string; account_id: number; requested_at: string; not_before: string | null;
    give_up_at: string | null;
    warnings: { code: string; message: string; pointer: string; handling: 'wait' | 'attention' }[];
    needs_person: boolean;
  };
  /** The carrier that the plan books */
  carrier: {
    name: string; plugin: string; book_at: 'pick' | 'pack' | 'ship' | 'pickup' | null; own_queue: boolean;
    asks_pickup?: boolean;
  } | null;
  /** True after labels were withdrawn, by a change of address or one by one, until the carrier has booked them again */
  relabel: boolean;
  /** Content hash of the configuration that planned the order; null before the issue */ ruleset: string | null;
  /** The autowork of the order that is queued or running, or else the first one that waits for stock */
  autowork: { id: number; state: 'queued' | 'running' | 'waiting'; by: string; since: string } | null;
  /**
   * The decisions that the service accepts now and that change something, by the last word of their calls. `steps`
   * lists the steps that it can be about. `address` is `PUT /salesorder/{id}`: after it, a carrier that refused gets
   * another request
   */
  decisions: {
    decision: 'issue' | 'retry' | 'release' | 'drive' | 'skip' | 'byhand' | 'automatic' | 'carrier' | 'hold' | 'replan' | 'unissue' | 'closeshort' | 'void' | 'address';
    steps?: ('pick' | 'pack' | 'ship' | 'pickup')[];
  }[];
  /** Calls that move the order */ next: { method: string; path: string; body: unknown; why: string }[];
}
export interface EngineSalesOrderAttention {
  step?: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup'; code?: string | null; detail?: string;
}
export type EngineSalesOrderAttentionAnswer = EngineSalesOrderReachAnswer;
export interface EngineSalesOrderBookingattempt {
  carrier: string; detail: string; attempt: number;
  /** Seconds until the next attempt */ seconds: number;
}
export interface EngineWebhookDeliveryClaim {
  slow?: number[];
  /** The time until a claimed attempt without a report is due again */ seconds: number;
}
export interface EngineWebhookDeliveryClaimAnswer {
  attempts: {
    log_id: number; url: string; headers: Record<string, string>; body: string; id: number; webhook_id: number;
    webhookdelivery_id: number; traceparent: string | null;
    /** Whether it belongs to a resend */ resend: boolean;
  }[];
}
export interface EngineWebhookDeliveryReport {
  /** Attempts that were made */
  results: {
    status?: number | null; headers?: Record<string, unknown> | null; body?: string | null; error?: string | null;
    duration_ms: number; retry_after_seconds?: number | null; id: number; log_id: number; webhookdelivery_id: number;
  }[];
  /** Attempts that were not made, and are due again after `seconds` */
  released: { id: number; log_id: number; webhookdelivery_id: number; seconds: number }[];
}
export interface EngineWebhookDeliveryAttempt { run: string; attempt: number; again: boolean | 0 | 1 }
export interface EngineWebhookDeliveryAttemptAnswer {
  url: string; headers: Record<string, string>; body: string;
  /** Null if nothing is to be sent any more */ log_id: number | null;
}
export interface EngineWebhookLogChanges {
  status?: number | null; headers?: Record<string, unknown> | null; body?: string | null; error?: string | null;
  duration_ms: number; retry_after_seconds?: number | null;
}
export interface EngineWebhookLogAnswer {
  outcome: 'delivered' | 'failed';
  /** Null after the last attempt */ again_in_seconds: number | null;
}

/** Returns all calls, in a tree that follows the addresses of the interface. */
export function engineEndpoints({ call }: EndpointFactory) {
  return {
    engine: {
      /** Report that the database or the Temporal server was restored. It renews the epoch of the database. */
      restored: call<Do<[], EngineRestoredAnswer>>('POST /engine/restored'),
      /** Do the next steps of many orders together. Each order gets a pick, pack, ship and pickup of its own. */
      steps: call<Do<[body: EngineSteps], EngineStepsAnswer>>('POST /engine/steps', 'body'),
      autowork: {
        /** Start an autowork. The engine calls this before the first task. */
        begin: call<Do<[id: number], EngineAutoworkBeginAnswer>>('POST /engine/autowork/{id}/begin'),
        /** Finish an autowork with the results of its tasks. The engine calls this after the last task. */
        finish: call<DoRecord<[id: number, body: EngineAutoworkFinish], Autowork>>(
          'POST /engine/autowork/{id}/finish', 'body'),
        /** Have an autowork wait for stock, or begin its next round. */
        wait: call<Do<[id: number, body: EngineAutoworkWait], EngineAutoworkWaitAnswer>>(
          'POST /engine/autowork/{id}/wait', 'body'),
      },
      booking: {
        /** Report the result of a carrier request. The engine calls this after a request to the carrier. */
        update: call<DoRecord<[id: number, body: EngineBookingChanges], Booking>>('PUT /engine/booking/{id}', 'body'),
        label: {
          /** Store the label of a booking. */
          update: call<DoRecord<[id: number, body: EngineBookingLabelChanges], Booking>>(
            'PUT /engine/booking/{id}/label', 'body'),
        },
      },
      bulkrun: {
        /** Get the next units of a run. The engine calls this. */
        next: call<Do<[bulkrun_id: number, body: EngineBulkRunNext], EngineBulkRunNextAnswer>>(
          'POST /engine/bulkrun/{bulkrun_id}/next', 'body'),
        /** Process the orders of a unit, and store their outcomes. */
        perform: call<Do<[bulkrun_id: number, body: EngineBulkRunPerform], EngineBulkRunPerformAnswer>>(
          'POST /engine/bulkrun/{bulkrun_id}/perform', 'body'),
      },
      carton: {
        /** Store a label that a carrier booked for a carton. The engine calls this when a carrier has booked. */
        booking: call<DoRecord<[carton_id: number, body: EngineCartonBooking], Booking>>(
          'POST /engine/carton/{carton_id}/booking', 'body'),
      },
      outbox: {
        /** Report the results of rows of the outbox, and claim others. */
        claim: call<Do<[body: EngineOutboxClaim], EngineOutboxClaimAnswer>>('POST /engine/outbox/claim', 'body'),
      },
      reconcile: {
        /** Compare open orders, autoworks, bulk runs and deliveries with the workflows that run. */
        get: call<Read<[query: EngineReconcileQuery], EngineReconcile>>('GET /engine/reconcile', 'query'),
        /** Compare, and start or terminate workflows until both sides agree. */
        run: call<Do<[body?: EngineReconcileRun], EngineReconcileRunAnswer>>('POST /engine/reconcile', 'body'),
      },
      returnorder: {
        /** Store a label that a carrier booked for a return. The engine calls this when a carrier has booked. */
        booking: call<DoRecord<[returnorder_id: number, body: EngineReturnOrderBooking], Booking>>(
          'POST /engine/returnorder/{returnorder_id}/booking', 'body'),
        labelfailure: {
          /** Report that a return has no label yet. */
          update: call<DoRecord<[returnorder_id: number, body: EngineReturnOrderLabelfailureChanges], Embedded<ReturnOrder, 'bookings'>>>(
            'PUT /engine/returnorder/{returnorder_id}/labelfailure', 'body'),
        },
      },
      salesorder: {
        /** Report that an order has reached a step, and evaluate its deferred rules. */
        reach: call<Do<[salesorder_id: number, body: EngineSalesOrderReach], EngineSalesOrderReachAnswer>>(
          'POST /engine/salesorder/{salesorder_id}/reach', 'body'),
        /** Put an order in attention, or without a code end its attention. */
        attention: call<Do<[salesorder_id: number, body?: EngineSalesOrderAttention], EngineSalesOrderAttentionAnswer>>(
          'POST /engine/salesorder/{salesorder_id}/attention', 'body'),
        /** Report that a carrier did not answer an attempt to book. */
        bookingattempt: call<Do<[salesorder_id: number, body: EngineSalesOrderBookingattempt], void>>(
          'POST /engine/salesorder/{salesorder_id}/bookingattempt', 'body'),
      },
      webhookdelivery: {
        /** Claim first attempts of deliveries. A worker makes them and reports them. */
        claim: call<Do<[body: EngineWebhookDeliveryClaim], EngineWebhookDeliveryClaimAnswer>>(
          'POST /engine/webhookdelivery/claim', 'body'),
        /** Report claimed attempts. */
        report: call<Do<[body: EngineWebhookDeliveryReport], void>>('POST /engine/webhookdelivery/report', 'body'),
        /** Start an attempt of a delivery. The engine calls this before it sends: each attempt is logged first. */
        attempt: call<Do<[id: number, body: EngineWebhookDeliveryAttempt], EngineWebhookDeliveryAttemptAnswer>>(
          'POST /engine/webhookdelivery/{id}/attempt', 'body'),
      },
      webhooklog: {
        /** End an attempt of a delivery. The engine calls this with the answer of the target. */
        update: call<Do<[id: number, body: EngineWebhookLogChanges], EngineWebhookLogAnswer>>(
          'PUT /engine/webhooklog/{id}', 'body'),
      },
    },
  };
}
