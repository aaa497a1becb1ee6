import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of a received span that the tests check. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  /** `service.name` of the process that sent the span. */
  readonly service: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The OTLP status code; 2 means failed. */
  readonly status: number;
}

export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Returns the spans of one trace, each with the names of its ancestors, the root first. */
  trace(traceId: string): { span: CollectedSpan; within: string[] }[];
  stop(): Promise<void>;
}

interface Value {
  stringValue?: string;
  intValue?: number;
}
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: { key: string; value: Value }[];
        status?: { code?: number };
      }[];
    }[];
  }[];
}

/** Starts a trace collector on a real socket that accepts OTLP as `http/json` and keeps the spans. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const json = request.headers['content-type'] === 'application/json' && request.url === '/v1/traces';
      if (json) spans.push(...spansOf(JSON.parse(Buffer.concat(parts).toString('utf8'))));
      response.writeHead(json ? 200 : 415, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    trace(traceId) {
      const own = spans.filter((span) => span.traceId === traceId);
      const byId = new Map(own.map((span) => [span.spanId, span]));
      const around = ({ parentSpanId }: CollectedSpan): string[] => {
        const parent = byId.get(parentSpanId);
        return parent ? [...around(parent), parent.name] : [];
      };
      return own.map((span) => ({ span, within: around(span) }));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ name, traceId, spanId, parentSpanId = '', attributes, status }) => ({
        name,
        traceId,
        spanId,
        parentSpanId,
        service,
        attributes: attributesOf(attributes),
        status: status?.code ?? 0,
      }));
  });
}

function attributesOf(list: readonly { key: string; value: Value }[]): Record<string, string | number> {
  return Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
}
