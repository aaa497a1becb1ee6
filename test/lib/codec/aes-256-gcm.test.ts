import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../cli/stack/ports.ts';
import { projectRoot } from '../../../config/root.ts';
import { aes256Gcm, type PayloadKey, parseKeys } from '../../../lib/codec/aes-256-gcm.ts';
import { unencoded } from '../../../lib/codec/payload-codec.ts';
import { until } from '../../workflows/support/engine.ts';

const keyOf = (id: string): PayloadKey => ({ id, secret: randomBytes(32) });
const toPayload = (value: unknown): Payload => defaultPayloadConverter.toPayload(value) as Payload;
const contentOf = (payload: Payload | undefined): unknown => defaultPayloadConverter.fromPayload(payload!);
const textOf = (value: Uint8Array | null | undefined) => Buffer.from(value ?? []).toString('latin1');

describe('the codec with AES-256-GCM', () => {
  test('decodes what it encoded, and encodes equal payloads differently', async () => {
    const codec = aes256Gcm([keyOf('a')]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 4 }), async (values) => {
        const payloads = values.map((value) => toPayload(value));
        const encoded = await codec.encode(payloads);
        expect((await codec.decode(encoded)).map(contentOf)).toEqual(payloads.map(contentOf));
      }),
      { numRuns: 50 },
    );
    const [one, two] = await codec.encode([toPayload('Ana'), toPayload('Ana')]);
    expect(textOf(one!.data)).not.toBe(textOf(two!.data));
  });

  test('shows the id of the key and nothing of the content', async () => {
    const [payload] = await aes256Gcm([keyOf('2026-11')]).encode([toPayload({ name: 'Alfreds Futterkiste' })]);
    expect(textOf(payload!.metadata!['encryption-key-id'])).toBe('2026-11');
    expect(textOf(payload!.metadata!.encoding)).toBe('binary/encrypted');
    expect(textOf(payload!.data)).not.toContain('Futterkiste');
    expect(textOf(payload!.data)).not.toContain('json');
  });

  test('encrypts with the first key after a rotation, and decrypts with the others', async () => {
    const [old, young] = [keyOf('old'), keyOf('young')];
    const before = await aes256Gcm([old]).encode([toPayload(1)]);
    const rotated = aes256Gcm([young, old]);
    expect((await rotated.decode(before)).map(contentOf)).toEqual([1]);
    const [after] = await rotated.encode([toPayload(2)]);
    expect(textOf(after!.metadata!['encryption-key-id'])).toBe('young');
    await expect(aes256Gcm([old]).decode([after!])).rejects.toThrow(
      'A payload is encrypted with the key young, which this process does not have. It has old.',
    );
  });

  test('refuses a payload that was changed, or whose key has another value, with a sentence', async () => {
    const key = keyOf('a');
    const [payload] = await aes256Gcm([key]).encode([toPayload('Ana')]);
    const changed = Buffer.from(payload!.data!);
    changed[20]! ^= 1;
    const cannot = 'A payload cannot be decrypted with the key a: it was changed, or the key is another one.';
    await expect(aes256Gcm([key]).decode([{ ...payload, data: changed }])).rejects.toThrow(cannot);
    await expect(aes256Gcm([key]).decode([{ ...payload, data: Buffer.from('short') }])).rejects.toThrow(cannot);
    await expect(aes256Gcm([keyOf('a')]).decode([payload!])).rejects.toThrow(cannot);
  });

  test('leaves a payload as it is that was written before the codec was switched on', async () => {
    const payload = toPayload('Ana');
    expect(await aes256Gcm([keyOf('a')]).decode([payload])).toEqual([payload]);
  });

  test('refuses keys of another form, and its message does not contain them', () => {
    const secret = randomBytes(32).toString('base64');
    expect(parseKeys(`b:${secret}, a:${secret}`).map(({ id }) => id)).toEqual(['b', 'a']);
    const short = randomBytes(16).toString('base64');
    expect(() => parseKeys(`a:${secret},b:${short}`)).toThrow(/^Key 2 of CONVEYOR_PAYLOAD_KEYS is not of the form ID/);
    expect(() => parseKeys(`a:${secret},b:${short}`)).not.toThrow(short);
    expect(() => aes256Gcm([])).toThrow('There is no key');
    expect(() => aes256Gcm([keyOf('a'), keyOf('a')])).toThrow('same id');
    expect(() => aes256Gcm([{ id: 'a', secret: randomBytes(16) }])).toThrow('has 16 bytes and must have 32');
  });
});

test('a process without a codec leaves payloads as they are, and names the workflow of an encoded one', async () => {
  const plain = [toPayload('Ana'), toPayload(undefined), toPayload(new Uint8Array([1]))];
  expect(await unencoded.encode(plain)).toBe(plain);
  expect(await unencoded.decode(plain)).toBe(plain);
  const encoded = await aes256Gcm([keyOf('a')]).encode(plain);
  const context = { type: 'workflow', namespace: 'default', workflowId: 'order/12' } as const;
  await expect(unencoded.decode(encoded, context)).rejects.toThrow(
    'A payload of workflow order/12 is encoded as binary/encrypted, and this process has no payload codec. Start it with the CONVEYOR_PAYLOAD_CODEC of the service.',
  );
});

test('the codec server of the handbook decodes what the codec encoded, and encodes for it', async () => {
  const page = readFileSync(join(projectRoot, 'docs', 'operating.md'), 'utf8');
  const [, server] = /```js\n(\/\/ codec-server\.mjs.*?)```/s.exec(page)!;
  const address = pathToFileURL(join(projectRoot, 'dist', 'lib', 'codec', 'aes-256-gcm.js')).href;
  const port = await freePort();
  const secret = randomBytes(32);
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', server!.replace('conveyor/codec', address).replace('8081', String(port))],
    { env: { ...process.env, CONVEYOR_PAYLOAD_KEYS: `a:${secret.toString('base64')}` }, stdio: 'inherit' },
  );
  const post = async (
    path: string,
    payloads: unknown,
  ): Promise<{ data: string; metadata: Record<string, string> }[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify({ payloads }),
    });
    return ((await answer.json()) as { payloads: [] }).payloads;
  };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const plain = { metadata: { encoding: base64('json/plain') }, data: base64('"Ana"') };
  try {
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      'the server',
    );
    const [encoded] = await post('/encode', [plain]);
    expect(encoded!.metadata.encoding).toBe(base64('binary/encrypted'));
    expect(await post('/decode', [encoded])).toEqual([plain]);
  } finally {
    child.kill();
  }
});
