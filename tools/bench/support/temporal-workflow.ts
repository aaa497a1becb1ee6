import { proxyLocalActivities } from '@temporalio/workflow';

interface Activities {
  call(): Promise<void>;
}

const { call } = proxyLocalActivities<Activities>({ startToCloseTimeout: '10s' });

/** Five calls and nothing else: what Temporal and its SDK cost an order whatever the order does. */
export async function fiveCalls(): Promise<void> {
  for (let at = 0; at < 5; at++) await call();
}
