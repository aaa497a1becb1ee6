import type { Logger } from 'pino';
import { protocolOf } from './protocol.ts';
import type { OpenSpan, SpanOptions, Spans } from './spans.ts';

/** Tracing of the process; undefined while it is off. OpenTelemetry's own context is one for the process too. */
let on: Spans | undefined;

/**
 * Switches tracing on if OpenTelemetry's variables ask for it, once for a process. Its packages are loaded only then.
 * @param program name of the process in traces; `OTEL_SERVICE_NAME` overrides it
 * @throws where the variables ask for a protocol that is not supported
 */
export async function startTracing(
  program: string,
  logger: Pick<Logger, 'warn'>,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Spans | undefined> {
  const protocol = protocolOf(variables);
  if (protocol === undefined || on) return on;
  const { openTelemetry } = await import('./open-telemetry.ts');
  on = await openTelemetry(program, protocol, logger);
  return on;
}

/** Sends the remaining spans and switches tracing off. */
export async function stopTracing(): Promise<void> {
  const spans = on;
  on = undefined;
  await spans?.close();
}

/** Returns the tracing of the process; undefined while it is off. */
export function tracing(): Spans | undefined {
  return on;
}

/** Runs the body; in a span of this name where tracing is on. */
export function inSpan<T>(name: string, body: () => Promise<T>, options: SpanOptions = {}): Promise<T> {
  return on ? spanned(on.open(name, options), body) : body();
}

/** Runs the body in spans of separate traces: for a body that does the work of several callers. */
export async function inSpans<T>(name: string, own: readonly SpanOptions[], body: () => Promise<T>): Promise<T> {
  const open = on ? own.map((options) => on?.open(name, options)) : [];
  let failed = true;
  try {
    const result = await body();
    failed = false;
    return result;
  } finally {
    for (const span of open) span?.end(failed);
  }
}

/** Returns the `traceparent` of the current span, to be stored or sent along; null where nothing is traced. */
export function traceparent(): string | null {
  return on?.traceparent() ?? null;
}

async function spanned<T>(span: OpenSpan, body: () => Promise<T>): Promise<T> {
  let failed = true;
  try {
    const result = await span.within(body);
    failed = false;
    return result;
  } catch (error) {
    // A refusal has a status, and 4xx is an answer like any other.
    const { status } = error as { status?: unknown };
    failed = !(typeof status === 'number' && status < 500);
    throw error;
  } finally {
    span.end(failed);
  }
}
