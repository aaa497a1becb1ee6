/** Task queues shared by the service and the workers of each role. */

/** Task queue of all workflows but deliveries, and of their activities but those below. */
export const taskQueue = 'conveyor';

/** Task queue of deliveries to webhooks. A target that hangs keeps no order waiting. */
export const webhookQueue = 'conveyor-webhooks';

/** Task queue of the activities of bulk runs. Its worker limits how many run at once, so that orders keep their places. */
export const bulkQueue = 'conveyor-bulk';

/** Returns the task queue of a carrier with a rate limit. */
export function carrierQueue(carrier: string): string {
  return `carrier/${carrier}`;
}
