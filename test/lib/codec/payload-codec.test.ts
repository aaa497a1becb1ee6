import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { payloadEncoding, plainEncoding } from '../../../lib/codec/payload-codec.ts';

const codec = '{ encode: async (payloads) => payloads, decode: async (payloads) => payloads }';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conveyor-codec-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const moduleOf = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('without a module, payloads stay as they are, and so do failures', async () => {
  expect(await payloadEncoding('')).toBe(plainEncoding);
  expect(plainEncoding.dataConverter.failureConverterPath).toBeUndefined();
});

describe('the module of a payload codec may export', () => {
  test.each([
    ['a codec', `export default ${codec}`],
    ['a list', `export default [${codec}]`],
    ['a function', `export default () => (${codec})`],
    ['an asynchronous function that returns a list', `export default async () => [${codec}]`],
  ])('%s', async (what, text) => {
    const encoding = await payloadEncoding(moduleOf(`${what.replaceAll(' ', '-')}.mjs`, text));
    expect(encoding.dataConverter.payloadCodecs).toHaveLength(1);
    expect(encoding.encodesFailures).toBe(true);
    const { failureConverter } = createRequire(import.meta.url)(encoding.dataConverter.failureConverterPath!);
    expect(failureConverter.options.encodeCommonAttributes).toBe(true);
  });

  test('nothing else: a sentence names the module and the fault', async () => {
    const refused = async (file: string, words: RegExp) => {
      const error = { name: 'PayloadCodecError', message: expect.stringMatching(words) };
      await expect(payloadEncoding(file)).rejects.toMatchObject(error);
      await expect(payloadEncoding(file)).rejects.toThrow(`The payload codec ${file} (CONVEYOR_PAYLOAD_CODEC)`);
    };
    const none = /has no codec as its default export\. Export an object/;
    await refused(moduleOf('empty.mjs', 'export const codec = 1;'), none);
    await refused(moduleOf('list.mjs', 'export default [];'), none);
    await refused(moduleOf('half.mjs', 'export default { encode() {} };'), none);
    const throws = "export default () => { throw new Error('KMS does not answer') };";
    await refused(moduleOf('throws.mjs', throws), /cannot be loaded: KMS does not answer/);
    await refused(join(folder, 'nobody.mjs'), /cannot be loaded: .*nobody\.mjs/);
    await refused('no-such-package', /cannot be loaded: .*no-such-package/);
  });
});

test('the module may be a package of the current folder', async () => {
  const home = join(folder, 'node_modules', 'own-codec');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "name": "own-codec", "type": "module", "exports": "./codec.js" }');
  writeFileSync(join(home, 'codec.js'), `export default ${codec}`);
  const there = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  try {
    expect((await payloadEncoding('own-codec')).encodesFailures).toBe(true);
  } finally {
    there.mockRestore();
  }
});

test('the codec that Conveyor exports reads its keys from the environment', async () => {
  const file = join(projectRoot, 'dist', 'lib', 'codec', 'aes-256-gcm.js');
  vi.stubEnv('CONVEYOR_PAYLOAD_KEYS', '');
  await expect(payloadEncoding('conveyor/codec')).rejects.toThrow('CONVEYOR_PAYLOAD_KEYS is not set');
  vi.stubEnv('CONVEYOR_PAYLOAD_KEYS', `a:${randomBytes(32).toString('base64')}`);
  expect((await payloadEncoding('conveyor/codec')).dataConverter.payloadCodecs).toHaveLength(1);
  expect((await payloadEncoding(file)).dataConverter.payloadCodecs).toHaveLength(1);
  vi.unstubAllEnvs();
});

test.each(['serve', 'worker'])('conveyor %s does not start with a faulty module, and says why', (command) => {
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, 'dist', 'cli', 'main.js'), command], {
    encoding: 'utf8',
    env: {
      ...process.env,
      CONVEYOR_PAYLOAD_CODEC: './nobody.mjs',
      CONVEYOR_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      CONVEYOR_ENGINE_KEY: 'cvk_none',
      CONVEYOR_STAND_IN_CARRIER_URL: 'http://127.0.0.1:1',
    },
  });
  expect(stderr).toMatch(
    /^The payload codec \.\/nobody\.mjs \(CONVEYOR_PAYLOAD_CODEC\) cannot be loaded: .*nobody\.mjs/,
  );
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
});
