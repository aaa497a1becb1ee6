/** The workflows of the bundle, by the type that starts them. */
export { autowork } from './autowork.ts';
export { booking } from './bookings.ts';
export { bulkRun } from './bulk-run.ts';
export { order } from './order.ts';
export { probe } from './probe.ts';
export { scheduledRun } from './scheduled-run.ts';
export { webhook } from './webhook.ts';
