/** The workflows of a next version: the same, except the order's. */
export { probe } from '../../../workflows/probe/workflow.ts';
export { webhook } from '../../../workflows/webhook/workflow.ts';
export { order } from './order.ts';
