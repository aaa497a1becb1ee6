/** The workflows of the bundle. Their names are the types that start them. */
export { autowork } from './autowork/workflow.ts';
export { bulkRun } from './bulk-run/workflow.ts';
export { carrierRequest } from './carrier-request/workflow.ts';
export { order } from './order/workflow.ts';
export { probe } from './probe/workflow.ts';
export { returnOrder } from './return-order/workflow.ts';
export { scheduledRun } from './scheduled-run/workflow.ts';
export { webhook } from './webhook/workflow.ts';
