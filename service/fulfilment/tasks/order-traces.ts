import { inSpans } from '../../../lib/tracing/tracing.ts';

/**
 * Runs a body that does steps of several orders. Where tracing is on, each order with a trace of its own gets a span there, since the
 * request belongs to the trace of one of them.
 */
export function inTracesOf<T>(
  orders: readonly { order_id: number; traceparent?: string | undefined }[],
  body: () => Promise<T>,
): Promise<T> {
  const spans = orders.flatMap(({ order_id, traceparent }) =>
    traceparent === undefined ? [] : [{ parent: traceparent, attributes: { 'conveyor.order': order_id } }],
  );
  return inSpans('steps of several orders', spans, body);
}
