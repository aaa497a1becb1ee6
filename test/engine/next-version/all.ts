/** The workflows of a next version: the same, but for the order's. */
export { probe } from '../../../workflows/probe.ts';
export { webhook } from '../../../workflows/webhook.ts';
export { order } from './order.ts';
