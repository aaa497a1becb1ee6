import { tracing } from '../../../tracing/tracing.ts';

/**
 * Runs a body that does steps of several orders. Where tracing is on, each order with a trace of its own gets a span there, since the
 * request belongs to the trace of one of them.
 */
export async function inTracesOf<T>(
  orders: readonly { order_id: number; traceparent?: string | undefined }[],
  body: () => Promise<T>,
): Promise<T> {
  const spans = tracing();
  if (!spans) return body();
  const open = orders.flatMap(({ order_id, traceparent }) => {
    if (traceparent === undefined) return [];
    return [spans.open('steps of several orders', { parent: traceparent, attributes: { 'conveyor.order': order_id } })];
  });
  let failed = true;
  try {
    const result = await body();
    failed = false;
    return result;
  } finally {
    for (const span of open) span.end(failed);
  }
}
