import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { untilEnd } from '../support/until-end.ts';
import { until } from '../workflows/support/engine.ts';
import { wholeEngine } from '../workflows/support/whole-engine.ts';

/** The priorities of workflows that the service has started. No worker runs them. */

const engine = await untilEnd(wholeEngine({ worker: false }));

async function priorityOf(workflowId: string) {
  const workflow = engine.temporal.workflow.getHandle(workflowId);
  let priority: unknown;
  await until(async () => {
    priority = (await workflow.describe().catch(() => undefined))?.priority;
    return priority !== undefined;
  }, workflowId);
  await workflow.terminate();
  return priority;
}

/** Makes the first attempt of a delivery, as a worker does. It fails, and so the delivery gets a workflow. */
async function failFirstAttempt(): Promise<void> {
  const { webhookdelivery } = engine.testService.client.engine;
  const { attempts } = await webhookdelivery.claim({ seconds: 30 });
  const results = attempts.map(({ id, log_id, webhookdelivery_id }) => ({
    ...{ id, log_id, webhookdelivery_id },
    ...{ error: 'No such host.', duration_ms: 3 },
  }));
  await webhookdelivery.report({ results, released: [] });
}

test('people go before programs, programs before webhooks, and webhooks before bulk runs; orders share by site', async () => {
  const { shop, testService } = engine;
  const { client } = testService;
  const part = await shop.part({}, 10);
  const draft = () => shop.order([{ part_id: part, qty: 1 }]);
  const fairnessKey = String(shop.siteId);

  const ofPerson = await draft();
  await client.salesorder.issue(ofPerson);
  expect(await priorityOf(`order/${ofPerson}`)).toMatchObject({ priorityKey: 2, fairnessKey });

  const { api_key: apiKey } = await client.user.create({ usertype: 'API', last_name: 'Shop', permissions: ['*'] });
  const program = createClient({ url: testService.url, apiKey });
  const ofProgram = await draft();
  await program.salesorder.issue(ofProgram);
  await program.close();
  expect(await priorityOf(`order/${ofProgram}`)).toMatchObject({ priorityKey: 3, fairnessKey });

  const event = (await client.event.list({ where: { name: 'salesorder.issued' } })).data[0];
  await client.webhook.create({ url: 'https://shop.example.com/hook', event_id: event!.id });
  const ofRun = await draft();
  const run = await client.bulkrun.create({ action: 'issue', order_id: [ofRun] });
  expect(await priorityOf(`bulk/${run.id}`)).toMatchObject({ priorityKey: 5 });
  await shop.done(`/engine/bulkrun/${run.id}/perform`, { order_id: [ofRun] });
  expect(await priorityOf(`order/${ofRun}`)).toMatchObject({ priorityKey: 5, fairnessKey });
  const [delivery] = (await client.webhookdelivery.list({})).data;
  await failFirstAttempt();
  expect(await priorityOf(`webhook/${delivery!.webhook_id}/${delivery!.id}`)).toMatchObject({ priorityKey: 4 });

  await testService.sql.query("update webhookdelivery set state = 'failed'");
  const { id: resend } = await client.webhook.resend({ since: '2000-01-01T00:00:00Z' });
  await failFirstAttempt();
  const ofResend = `webhook/${delivery!.webhook_id}/${delivery!.id}/resend/${resend}`;
  expect(await priorityOf(ofResend)).toMatchObject({ priorityKey: 5 });
});
