import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, createBrowserClient, curlOf } from '../../client/browser.ts';

/** A shell runs the commands with a `curl` that prints the number of its arguments, and then the arguments. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conveyor-curl-'));
  const file = join(folder, 'curl');
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' "$#" "$@"\n`);
  chmodSync(file, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function argumentsOf(commands: readonly string[]): string[][] {
  const env = { PATH: `${folder}:${process.env.PATH}`, CONVEYOR_API_KEY: 'the key' };
  const printed = execFileSync('sh', ['-c', commands.join('\n')], { env, encoding: 'utf8' }).split('\0');
  const calls: string[][] = [];
  for (let at = 0; printed[at] !== ''; at += 1 + Number(printed[at])) {
    calls.push(printed.slice(at + 1, at + 1 + Number(printed[at])));
  }
  return calls;
}

const origin = 'http://127.0.0.1:7420';

test('the command is the call, with the key of the variable', () => {
  const call = { method: 'POST', path: '/salesorder/7/hold', body: { reason: 'Credit check' } };
  expect(curlOf(call, origin)).toBe(
    `curl -u "$CONVEYOR_API_KEY:" 'http://127.0.0.1:7420/salesorder/7/hold' -H 'content-type: application/json' -d '{"reason":"Credit check"}'`,
  );
  expect(argumentsOf([curlOf(call, origin)])).toEqual([
    [
      '-u',
      'the key:',
      `${origin}/salesorder/7/hold`,
      '-H',
      'content-type: application/json',
      '-d',
      JSON.stringify(call.body),
    ],
  ]);
});

test('the method is there where curl would take another one', () => {
  const methods = (['GET', 'POST', 'PUT', 'DELETE'] as const).flatMap((method) =>
    [undefined, { note: null }].map(
      (body) => curlOf({ method, path: '/part/1', body }, origin).match(/ -X (\w+)/)?.[1],
    ),
  );
  expect(methods).toEqual([undefined, 'GET', 'POST', undefined, 'PUT', 'PUT', 'DELETE', 'DELETE']);
});

test('quotes, line breaks and other characters reach the service as they are', () => {
  const reason = `it's "urgent": $HOME \`id\` $(id) \\ !! %\n\ttwo lines\r\nKöln 🚚 \u2028 - 日本`;
  const path = `/salesorder?${new URLSearchParams({ filter: `name = "O'Neil" && note = "[a] {b,c}"` })}`;
  const headers = { 'if-match': `"it's v1"` };
  const [sent] = argumentsOf([curlOf({ method: 'PUT', path, body: { reason }, headers }, origin)]);
  expect(sent).toEqual([
    ...['-u', 'the key:', '-X', 'PUT', origin + path],
    ...['-H', `if-match: "it's v1"`, '-H', 'content-type: application/json', '-d', JSON.stringify({ reason })],
  ]);
  expect(JSON.parse(sent!.at(-1)!)).toEqual({ reason });
});

test('brackets and braces of an address are no pattern for curl', () => {
  const [sent] = argumentsOf([curlOf({ method: 'GET', path: '/part/[1-3]?number={a,b}' }, origin)]);
  expect(sent?.at(-1)).toBe(`${origin}/part/%5B1-3%5D?number=%7Ba,b%7D`);
});

test('the shell gives curl exactly the body, for any body', () => {
  const bodies = fc.sample(fc.jsonValue({ stringUnit: 'binary' }), 100).filter((body) => body !== undefined);
  const sent = argumentsOf(bodies.map((body) => curlOf({ method: 'POST', path: '/part', body }, origin)));
  expect(sent.map((all) => all.at(-1))).toEqual(bodies.map((body) => JSON.stringify(body)));
});

test('the command of a call of the client sends the same request', async () => {
  const seen: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, url: request.url, type: request.headers['content-type'], body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const calls: Call[] = [];
  const client = createBrowserClient({ url, onCall: (call) => calls.push(call) });
  await client.salesorder.hold(7, { reason: "it's\nlate" }, { embed: 'customer' });
  const [, , address, , header, , body] = argumentsOf(calls.map((call) => curlOf(call, url)))[0]!;
  expect(seen).toEqual([
    { method: 'POST', url: address!.slice(url.length), type: header!.slice('content-type: '.length), body },
  ]);
  server.closeAllConnections();
  server.close();
});
