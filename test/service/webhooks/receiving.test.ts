import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { newSecret, signatures } from '../../../lib/outgoing/signing.ts';
import { threeFreePorts } from '../../support/free-ports.ts';

const page = readFileSync(join(projectRoot, 'docs/receiving-webhooks.md'), 'utf8');
const concept = readFileSync(join(projectRoot, 'docs/concepts/8-webhooks.md'), 'utf8');
const example = (language: string, of: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))]
    .map((match) => match[1]!)
    .find((text) => text.includes(of))!;

const secret = newSecret();
const body = '{"id":7,"name":"Käse & Brot"}';
const timestamp = Math.floor(Date.now() / 1000);
const headersOf = (text: string, more: Record<string, string> = {}): Record<string, string> => {
  const id = more['webhook-id'] ?? 'msg_7';
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures({ id, timestamp, body: text }, [newSecret(), secret]),
    ...more,
  };
};
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

describe('the examples of the page for receivers', () => {
  it.skipIf(!has('python3'))('Python takes what is right, and nothing else', () => {
    const call = `
import json, sys
given = json.load(sys.stdin)
print([verified(given["secret"], given["headers"], body.encode()) for body in given["bodies"]])
print(verified(given["secret"], {**given["headers"], "webhook-timestamp": "1700000000"}, given["bodies"][0].encode()))
print(verified(given["secret"], {}, b"{}"), verified(given["secret"], {"webhook-timestamp": "x"}, b"{}"))
print(verified(given["secret"], {**given["headers"], "webhook-signature": "v1,Käse"}, given["bodies"][0].encode()))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', example('python', 'def verified') + call], {
      input: JSON.stringify({ secret, headers: headersOf(body), bodies: [body, body.replace('7', '8')] }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('[True, False]\nFalse\nFalse False\nFalse\n');
  });

  it.skipIf(!has('python3'))('Python takes a sample at any time, but no repeats and nothing old', () => {
    const call = `
def news(id, sequence, record=7):
    headers = {"webhook-id": id, "webhook-event": "customer.modified", "webhook-sequence": str(sequence)}
    return is_news(headers, {"id": record})
print(news("a", 0), news("b", 12), news("b", 12), news("c", 11), news("d", 0), news("e", 11), news("f", 11, 8), news("g", 13))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', example('python', 'def is_news') + call], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('True True False False True False True True\n');
  });

  it('the concept page has the same example in Python', () => {
    expect(concept).toContain(example('python', 'def verified'));
  });

  it.skipIf(!has('openssl') || !has('xxd'))('the shell comes to the same signature', () => {
    const { stdout } = spawnSync('bash', ['-c', example('sh', '$BODY')], {
      env: {
        ...process.env,
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: 'msg_7',
        WEBHOOK_TIMESTAMP: String(timestamp),
        BODY: body,
      },
      encoding: 'utf8',
    });
    expect(headersOf(body)['webhook-signature']).toContain(`v1,${stdout.trim()}`);
  });
});

describe('the receiver in TypeScript', () => {
  // A folder below the project, where Node finds its packages.
  const folder = mkdtempSync(join(projectRoot, 'test/service/webhooks/.receiver-'));
  let receiver: ChildProcess;
  let url: string;
  let said = '';

  beforeAll(async () => {
    const { code } = await transformWithOxc(example('ts', 'createServer'), 'receiver.ts');
    writeFileSync(join(folder, 'receiver.mjs'), code);
    const port = await threeFreePorts();
    url = `http://127.0.0.1:${port}/`;
    receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    receiver.stdout!.on('data', (part) => (said += part));
    for (let n = 0; n < 200; n += 1) {
      if (await fetch(url).catch(() => null)) return;
      await pause(50);
    }
  });
  afterAll(() => {
    receiver?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const sent = async (text: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: text, headers })).status;
  const event = { 'webhook-event': 'customer.modified', 'webhook-sequence': '12' };

  it('accepts a valid delivery once, and no older ones', async () => {
    expect(await sent(body, headersOf(body, event))).toBe(204);
    expect(await sent(body, headersOf(body, event))).toBe(204);
    const older = body.replace('Käse & Brot', 'Käse');
    const before = { ...event, 'webhook-id': 'msg_6', 'webhook-sequence': '11' };
    expect(await sent(older, headersOf(older, before))).toBe(204);
    await vi.waitFor(() => expect(said).not.toBe(''));
    expect(said).toBe(`event customer.modified { id: 7, name: 'Käse & Brot' }\n`);
  });

  it('shows a sample, which has the sequence 0, also after events of its record', async () => {
    const sample = { ...event, 'webhook-id': 'msg_8', 'webhook-sequence': '0' };
    expect(await sent(body, headersOf(body, sample))).toBe(204);
    await vi.waitFor(() => expect(said).toContain(`sample of customer.modified { id: 7, name: 'Käse & Brot' }\n`));
    const shown = said.length;
    const next = { ...event, 'webhook-id': 'msg_9', 'webhook-sequence': '11' };
    expect(await sent(body, headersOf(body, next))).toBe(204);
    const newer = { ...event, 'webhook-id': 'msg_10', 'webhook-sequence': '13' };
    expect(await sent(body, headersOf(body, newer))).toBe(204);
    await vi.waitFor(() => expect(said.slice(shown)).not.toBe(''));
    expect(said.slice(shown)).toBe(`event customer.modified { id: 7, name: 'Käse & Brot' }\n`);
  });

  it('refuses a wrong signature', async () => {
    expect(await sent(body.replace('7', '8'), headersOf(body, event))).toBe(401);
    expect(await sent(body, { ...headersOf(body, event), 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await sent(body, {})).toBe(401);
  });

  it.skipIf(!has('openssl') || !has('xxd') || !has('curl'))('takes what curl sends it by hand', async () => {
    const { stdout } = spawnSync('bash', ['-c', example('sh', 'RECEIVER_URL')], {
      env: { ...process.env, WEBHOOK_SECRET: secret, RECEIVER_URL: url },
      encoding: 'utf8',
    });
    expect(stdout).toContain('204 No Content');
    await vi.waitFor(() => expect(said).toContain('salesorder.fulfilled { id: 7 }'));
  });
});
