import type { Logger } from 'pino';
import type { OpenSpan, SpanAbout, Spans } from './spans.ts';
import { wantedProtocol } from './wanted.ts';

/** One for the process, as OpenTelemetry's own context is; undefined while tracing is off. */
let on: Spans | undefined;

/**
 * Switches tracing on where OpenTelemetry's variables ask for it; once for a process. Its packages are loaded only then.
 * @param program name under which its spans are shown, unless `OTEL_SERVICE_NAME` says another
 * @throws where the variables ask for what there is not
 */
export async function startTracing(
  program: string,
  logger: Pick<Logger, 'warn'>,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Spans | undefined> {
  const protocol = wantedProtocol(variables);
  if (protocol === undefined || on) return on;
  const { openTelemetry } = await import('./open-telemetry.ts');
  on = await openTelemetry(program, protocol, logger);
  return on;
}

/** Sends what is not sent yet, and switches tracing off. */
export async function stopTracing(): Promise<void> {
  const spans = on;
  on = undefined;
  await spans?.close();
}

/** Undefined while tracing is off. */
export function tracing(): Spans | undefined {
  return on;
}

/** Runs the body, in a span of this name where tracing is on. */
export function inSpan<T>(name: string, body: () => Promise<T>, about: SpanAbout = {}): Promise<T> {
  return on ? spanned(on.open(name, about), body) : body();
}

/** `traceparent` of what is under way here, to be stored or sent along; null where it is not traced. */
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
    // Refusals have a status, and 4xx is an answer like any other.
    const { status } = error as { status?: unknown };
    failed = !(typeof status === 'number' && status < 500);
    throw error;
  } finally {
    span.end(failed);
  }
}
