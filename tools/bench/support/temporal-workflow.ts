import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

interface Activities {
  call(): Promise<void>;
}

const local = proxyLocalActivities<Activities>({ startToCloseTimeout: '10s' });
const ordinary = proxyActivities<Activities>({ startToCloseTimeout: '10s' });

/** Five calls and nothing else: what Temporal and its SDK cost an order whatever the order does. */
export async function fiveLocal(): Promise<void> {
  for (let at = 0; at < 5; at++) await local.call();
}

/** The same with ordinary activities: the design that most people would start with. */
export async function fiveOrdinary(): Promise<void> {
  for (let at = 0; at < 5; at++) await ordinary.call();
}
