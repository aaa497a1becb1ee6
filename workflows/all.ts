/** The workflows of the bundle, by the type that starts them. */
export { order } from './order.ts';
export { probe } from './probe.ts';
export { webhook } from './webhook.ts';
