import type { ClientInterceptors } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';

/** Options of a span. */
export interface SpanOptions {
  /** `server` answers a request, `consumer` handles an entry of a queue. Without a kind the span is a part of another one. */
  readonly kind?: 'server' | 'consumer';
  /** `traceparent` (W3C Trace Context) of the parent; null where the parent is not traced. By default the current span. */
  readonly parent?: string | null;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** A span in progress. */
export interface OpenSpan {
  readonly traceId: string;
  /** Runs `body`. Spans that start in it, and in the work that it starts, belong to this one. */
  within<T>(body: () => T): T;
  /** @param failed true after a defect; a refusal is an answer, and no failure */
  end(failed: boolean, attributes?: Readonly<Record<string, string | number>>): void;
}

/** Tracing while it is switched on. */
export interface Spans {
  open(name: string, options: SpanOptions): OpenSpan;
  /** Returns the `traceparent` of the current span; null without a span. */
  traceparent(): string | null;
  /** For clients of Temporal: workflows that they start and signal join the trace. */
  readonly clientInterceptors: ClientInterceptors;
  /** For workers: activities join the trace of their workflow, and spans of workflows are sent. */
  readonly activityInterceptors: ActivityInterceptorsFactory;
  readonly sinks: InjectedSinks<never>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
