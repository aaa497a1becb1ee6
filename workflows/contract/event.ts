/** Header, in HTTP and in Temporal, that carries the id of the request that caused a call. */
export const requestHeader = 'x-request-id';

/** Name of the signal that reports an event of the service to a workflow. */
export const eventSignal = 'event';

/**
 * An event of an order, its picks, packs, cartons, ships or pickups, or of stock that the order waits for. It is only a hint:
 * it may arrive twice, late or out of order, and the workflow reads the progress from the service.
 */
export interface EventSignal {
  event: string;
  at?: string;
  /** The fields that the timeline shows beside the event. */
  detail?: Record<string, unknown>;
  /** Name of the user who caused the event, as timelines show it. */
  by?: string | null;
  /** Id of the request that caused the event. */
  request?: string;
}
