import type { MaybeBackground } from './background.ts';
import { readable } from './collection.ts';
import type { Named } from './records.ts';
import type { Autowork } from './salesorder.ts';
import type { CallOptions, Transport } from './transport.ts';

export type Performance = { order_id: number[] } & Omit<Autowork, 'full_auto' | 'task_ids'>;

/** `/task`: the steps of the work, and doing one of them. */
export function tasks(transport: Transport) {
  return {
    ...readable<Named>(transport, '/task'),
    /** Does one task for the orders at once, in one transaction; answers with the record it made. */
    perform: (taskId: number, body: Performance, options?: CallOptions): Promise<MaybeBackground<unknown>> =>
      transport.send({ ...options, method: 'POST', path: `/task/${taskId}/perform`, body }),
  };
}
