import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSecret, signatures } from '../../outgoing/signing.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/receiving-webhooks.md'), 'utf8');
const example = (language: string, of: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))]
    .map((found) => found[1]!)
    .find((text) => text.includes(of))!;

const secret = newSecret();
const body = '{"id":7,"name":"Käse & Brot"}';
const timestamp = Math.floor(Date.now() / 1000);
const headers = {
  'webhook-id': 'msg_7',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatures({ id: 'msg_7', timestamp, body }, [newSecret(), secret]),
};
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

describe('the examples of the page for receivers', () => {
  it.skipIf(!has('python3'))('Python takes what is right, and nothing else', () => {
    const call = `
import json, sys
given = json.load(sys.stdin)
print([verified(given["secret"], given["headers"], body.encode()) for body in given["bodies"]])
print(verified(given["secret"], {**given["headers"], "webhook-timestamp": "1700000000"}, given["bodies"][0].encode()))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', example('python', 'def verified') + call], {
      input: JSON.stringify({ secret, headers, bodies: [body, body.replace('7', '8')] }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('[True, False]\nFalse\n');
  });

  it.skipIf(!has('openssl') || !has('xxd'))('the shell comes to the same signature', () => {
    const { stdout } = spawnSync('bash', ['-c', example('sh', 'openssl')], {
      env: {
        ...process.env,
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: 'msg_7',
        WEBHOOK_TIMESTAMP: String(timestamp),
        BODY: body,
      },
      encoding: 'utf8',
    });
    expect(headers['webhook-signature']).toContain(`v1,${stdout.trim()}`);
  });
});
