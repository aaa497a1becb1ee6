import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { protocolOf } from '../../../lib/tracing/protocol.ts';
import { importsOf, sourceFiles } from '../../support/imports.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('traces are off until an endpoint is named', () => {
  expect(protocolOf({})).toBeUndefined();
  expect(protocolOf({ OTEL_SERVICE_NAME: 'orders', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })).toBeUndefined();
  expect(protocolOf(endpoint)).toBe('http/protobuf');
  expect(protocolOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' })).toBe('http/protobuf');
});

test('traces can be switched off, and sent by another protocol', () => {
  expect(protocolOf({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(protocolOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  expect(protocolOf({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })).toBe('http/json');
  expect(
    protocolOf({
      ...endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    }),
  ).toBe('http/json');
});

test('an unsupported protocol is reported at the start', () => {
  expect(() => protocolOf({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/asks for grpc/);
});

test('nobody loads the packages of traces while they are off', () => {
  const ofTraces = (name: string) => name.startsWith('@opentelemetry/') || name.includes('interceptors-opentelemetry');
  const imports = sourceFiles().flatMap((file) => importsOf(file));
  const users = imports.filter((one) => !one.types && (ofTraces(one.to) || one.to === 'lib/tracing/open-telemetry.ts'));
  expect([...new Set(users.map(({ from }) => from))].sort()).toEqual([
    'lib/tracing/open-telemetry.ts',
    'lib/tracing/tracing.ts',
  ]);
  const text = readFileSync(join(projectRoot, 'lib/tracing/tracing.ts'), 'utf8');
  expect(text.match(/open-telemetry/g)).toHaveLength(1);
  expect(text).toContain("await import('./open-telemetry.ts')");
});
