import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResourcesSync, envDetectorSync, Resource } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';
import type { Logger } from 'pino';
import type { Protocol } from './protocol.ts';
import type { Spans } from './spans.ts';

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };

/**
 * Starts OpenTelemetry's SDK, which sends spans to a collector (OTLP). The SDK reads endpoint, headers, sampler and batches from
 * its own `OTEL_…` variables. Its major version is 1, as for Temporal's interceptors: version 2 has other spans.
 */
export async function openTelemetry(program: string, protocol: Protocol, logger: Pick<Logger, 'warn'>): Promise<Spans> {
  // Without a handler, spans that do not reach the collector would be lost silently.
  setGlobalErrorHandler((error) => logger.warn({ error: messageOf(error) }, 'traces could not be sent'));
  const named = new Resource({ 'service.name': program });
  const resource = named.merge(detectResourcesSync({ detectors: [envDetectorSync] }));
  const processor = new BatchSpanProcessor(await exporterOf(protocol));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  // Both are registered for the whole process, since Temporal's interceptors read them there.
  provider.register({
    contextManager: new AsyncLocalStorageContextManager(),
    propagator: new W3CTraceContextPropagator(),
  });
  const tracer = provider.getTracer('conveyor');

  return {
    open(name, { kind, parent, attributes }) {
      const around = parent === undefined ? context.active() : contextOf(parent);
      const span = tracer.startSpan(name, { kind: kind && kinds[kind], attributes }, around);
      const inside = trace.setSpan(around, span);
      return {
        traceId: span.spanContext().traceId,
        within: (body) => context.with(inside, body),
        end(failed, more = {}) {
          span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceparent() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },
    clientInterceptors: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] },
    activityInterceptors: (activity) => ({
      inbound: new OpenTelemetryActivityInboundInterceptor(activity),
      outbound: new OpenTelemetryActivityOutboundInterceptor(activity),
    }),
    sinks: { exporter: makeWorkflowExporter(workflowSpans(processor), resource) } as never,
    close: () => provider.shutdown().catch((error) => logger.warn({ error: messageOf(error) }, 'traces are lost')),
  };
}

/** Removes most attributes of workflow spans: Temporal's exporter adds everything that it knows of a workflow to each span. */
function workflowSpans(processor: SpanProcessor): SpanProcessor {
  return {
    onStart: () => undefined,
    onEnd(span) {
      const { workflowId, runId, taskQueue } = span.attributes;
      processor.onEnd({ ...span, attributes: { temporalWorkflowId: workflowId, run_id: runId, taskQueue } });
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

async function exporterOf(protocol: Protocol): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** Returns the context of a parent. An invalid `traceparent` is ignored, and a new trace begins. */
function contextOf(parent: string | null): Context {
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error));
