import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { inSpan, startTracing, stopTracing } from '../../../lib/tracing/tracing.ts';

test('spans are sent as protobuf by default, with the last ones at the end', async () => {
  const got: { type?: string; path?: string; text: string }[] = [];
  const collector = createServer((request, response) => {
    let text = '';
    request.setEncoding('latin1');
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      got.push({ type: request.headers['content-type'], path: request.url, text });
      response.end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  await startTracing('shop', { warn: (...said: unknown[]) => expect(said).toBeUndefined() } as never);
  await inSpan('salesorder.issue', async () => undefined);
  await stopTracing();
  expect(got).toEqual([
    { type: 'application/x-protobuf', path: '/v1/traces', text: expect.stringContaining('salesorder.issue') },
  ]);
  collector.closeAllConnections();
  collector.close();
});
