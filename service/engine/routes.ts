import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { type KindOfOrder, kindsOfOrders, ofKind } from '../orders/resource.ts';
import { omittable, text } from '../platform/coercion/coerce.ts';
import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { problem } from '../platform/problems/problems.ts';
import { recordEndpoint } from '../platform/routes/record-endpoint.ts';
import { withTemporal } from '../platform/routes/temporal.ts';
import { driveOrder } from './drive.ts';
import type { OutboxClaims } from './outbox-claims.ts';
import { type Comparison, compare, type Position } from './reconcile.ts';
import { fix } from './reconcile-fix.ts';
import { renewEpoch } from './restored.ts';
import {
  claimAnswer,
  claimBody,
  comparisonAnswer,
  comparisonBody,
  comparisonQuery,
  fixAnswer,
  restoredAnswer,
} from './schema.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** Gives the rows of the outbox to workers. */
    readonly outbox: OutboxClaims;
  }
}

/** A request has a time limit of 60 s. Within this time, in milliseconds, it begins to compare the next page. */
const begins = 10_000;

const pages =
  'An answer has at least one page of 1,000 workflows or records, and stops after ten seconds. While `next` is not null, call again with it as `after`.';

/** Calls that compare the database with the Temporal server, for administrators. */
export const reconcileRoutes: Endpoint[] = [
  endpoint('GET /engine/reconcile', {
    permission: 'engine.read',
    summary: 'Compare open orders, autoworks, bulk runs and deliveries with the workflows that run',
    description: `A record of which the relay still has to send a message is no difference. ${pages}`,
    query: comparisonQuery,
    returns: comparisonAnswer,
    handle: (call) =>
      withTemporal(
        call,
        async (client) => {
          const { next, ...compared } = await compareSome(call, client, call.query.after);
          return { value: { ...compared, next: textOf(next) } };
        },
        { refused: wrongPosition },
      ),
  }),
  endpoint('POST /engine/reconcile', {
    permission: 'engine.reconcile',
    summary: 'Compare, and start or terminate workflows until both sides agree',
    description: `An open record gets a workflow, which reads the progress before it does anything. A workflow of a record that is over is terminated. ${pages}`,
    body: comparisonBody,
    returns: fixAnswer,
    handle: (call) =>
      withTemporal(
        call,
        async (client) => {
          const { next, differences, ...compared } = await compareSome(call, client, call.body.after);
          const fixed = await fix(call, client, differences);
          return { value: { ...compared, differences: fixed, next: textOf(next) } };
        },
        { refused: wrongPosition },
      ),
  }),
  endpoint('POST /engine/restored', {
    permission: 'engine.restored',
    summary: 'Report that the database or the Temporal server was restored',
    description:
      'It renews the epoch of the database. Workflows that were started before then count as those of other records. Call `POST /engine/reconcile` afterwards.',
    returns: restoredAnswer,
    handle: async (call) => ({ value: { epoch: await renewEpoch(call, undefined) } }),
  }),
  endpoint('POST /engine/outbox/claim', {
    permission: 'engine.claim',
    summary: 'Report the results of rows of the outbox, and claim others',
    description:
      'The call waits up to `wait` seconds for rows of these kinds, and takes those of `max` workflows. Report each row within 15 seconds: it is `sent`, the workflow of its signal does not run (`not_found`), or it `failed`. A row without a report is due again. `encodes` says whether the worker encodes payloads, as the service must do too.',
    body: claimBody,
    returns: claimAnswer,
    // A claim must not wait in a transaction.
    run: { asksOutside: true },
    handle: async ({ services, url, body, gone }) => ({
      value: { service: services.publicUrl ?? new URL(url).origin, rows: await services.outbox.claim(body, gone()) },
    }),
  }),
];

function compareSome(
  { database }: Call<unknown, unknown>,
  client: Client,
  after: string | undefined,
): Promise<Comparison> {
  return compare({ database, client }, positionOf(after), { until: Date.now() + begins });
}

function positionOf(after = 'workflows'): Position {
  const dot = after.indexOf('.');
  const [part, place] = dot < 0 ? [after, ''] : [after.slice(0, dot), after.slice(dot + 1)];
  return { part: part as Position['part'], after: place };
}

function textOf(position: Position | null): string | null {
  return position && (position.after === '' ? position.part : `${position.part}.${position.after}`);
}

/** Status code of gRPC. */
const invalidArgument = 3;

/** Returns the problem of a position that the Temporal server does not know. */
function wrongPosition({ code, details }: { readonly code: number; readonly details: string }) {
  if (code !== invalidArgument) return null;
  const detail = `The Temporal server refuses the place to continue from: ${details}`;
  return problem('query.invalid-value', detail, { parameter: 'after' });
}

const driveRoute = ({ order }: KindOfOrder): Endpoint =>
  recordEndpoint(order, 'POST drive', {
    summary: 'Start the workflow of an open order again',
    description:
      'Use this if `/progress` says that no workflow drives the order. The workflow reads the progress first, so nothing is done twice. A workflow that runs goes on, and reads the progress.',
    body: z.object({ by: omittable(text(200, { min: 1 })) }).meta({ example: { by: 'Ana Weber' } }),
    returns: order,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.id;
      await driveOrder(call, { orderId, by: call.body.by ?? null });
      return { record: order, id: orderId };
    },
  });

/** Calls about the workflows that drive the work. */
export const routes: Endpoint[] = kindsOfOrders.flatMap((one) => ofKind(one, [driveRoute(one)]));
