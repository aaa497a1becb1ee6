import { carrierHooks } from '../../plugins/shipment.ts';

/** The hooks that `conveyor plugin run` can run. */
export const runnableHooks = ['plan', ...carrierHooks] as const;
export type RunnableHook = (typeof runnableHooks)[number];
