import type { ClientInterceptors } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';

/** What a span is told when it begins. */
export interface SpanAbout {
  /** `server` answers a request, `consumer` takes up what lay in a queue; neither: a part of something else. */
  readonly kind?: 'server' | 'consumer';
  /** `traceparent` (W3C Trace Context) of what it belongs to, null where that is not traced; the span around it unless given. */
  readonly parent?: string | null;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** A span under way. */
export interface OpenSpan {
  readonly traceId: string;
  /** Spans that begin in `body`, and in what it sets going, belong to this one. */
  within<T>(body: () => T): T;
  /** @param failed by a defect, and not by a refusal that the caller is told */
  end(failed: boolean, attributes?: Readonly<Record<string, string | number>>): void;
}

/** What the rest of the program knows of tracing while it is switched on. */
export interface Spans {
  open(name: string, about: SpanAbout): OpenSpan;
  /** `traceparent` of the span that is under way here; null outside of any. */
  traceparent(): string | null;
  /** For clients of Temporal: what they start and signal joins the trace. */
  readonly clientInterceptors: ClientInterceptors;
  /** For workers: activities join the trace of their workflow, and spans of workflows are sent. */
  readonly activityInterceptors: ActivityInterceptorsFactory;
  readonly sinks: InjectedSinks<never>;
  /** Sends what is not sent yet. */
  close(): Promise<void>;
}
