import { Worker } from '@temporalio/worker';
import { expect, test } from 'vitest';
import { workflowBundle } from '../../../worker/bundle.ts';
import { recordHistory } from '../../histories/files.ts';
import { historyOf, kinds, recordedOrders } from '../../histories/record.ts';
import { untilEnd } from '../../support/until-end.ts';
import { carrier, testEngine } from '../support/engine.ts';

const engine = await untilEnd(
  testEngine([
    carrier('Parcels', async ({ cartons }) => cartons.map(({ id }) => ({ carton_id: id, tracking_number: `T${id}` }))),
  ]),
);

test.each(Object.keys(kinds))(
  'an order of the kind %s can be replayed, and its activities and timers have summaries',
  async (kind) => {
    const issued = await kinds[kind]?.(engine);
    if (!issued) throw new Error(`no kind ${kind}`);
    const history = await historyOf(issued.handle);
    if (recordedOrders.has(kind)) recordHistory(kind, history);
    const parsed = JSON.parse(history) as { events: Record<string, unknown>[] };
    await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, parsed, `order/${issued.order.id}`);
    const withoutSummary = parsed.events.filter(
      (event) =>
        (event.activityTaskScheduledEventAttributes || event.timerStartedEventAttributes) &&
        !(event.userMetadata as { summary?: unknown } | undefined)?.summary,
    );
    expect(withoutSummary).toEqual([]);
  },
);
