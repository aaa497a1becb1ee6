import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListenOptions, listen } from '../../cli/webhook/listen.ts';
import { newSecret, signatures } from '../../lib/outgoing/signing.ts';
import { threeFreePorts } from '../support/free-ports.ts';
import { testService } from '../support/test-service.ts';

let said = '';
const service = await testService({ config: 'webhooks: { allow_networks: [127.0.0.1] }\n' });
beforeEach(() => {
  said = '';
  const write = (text: unknown) => {
    said += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
});
afterEach(() => vi.restoreAllMocks());

/** Listens while something is done, and ends as Ctrl-C does. */
async function listening(
  options: Partial<ListenOptions>,
  events: readonly string[],
  meanwhile: (url: string) => Promise<void>,
): Promise<void> {
  const port = await threeFreePorts();
  const known = new Set(process.listeners('SIGINT'));
  const make = events.length === 0 ? undefined : { client: service.client, events };
  const ended = listen({ port, status: 200, ...options }, make);
  await vi.waitFor(() => expect(said).toContain('Listening at'), 5_000);
  try {
    await meanwhile(`http://127.0.0.1:${port}/`);
  } finally {
    const [stop] = process.listeners('SIGINT').filter((listener) => !known.has(listener));
    stop!('SIGINT');
    await ended;
  }
}

const webhooks = async () => (await service.client.webhook.list({ sort: 'id' })).data;
let runs = 0;

test('a delivery is printed with its event and body, its signature checked, and its webhook gone at the end', async () => {
  await listening({}, ['customer.created', 'customer.modified'], async (url) => {
    const made = await webhooks();
    expect(made.map((webhook) => webhook.url)).toEqual([url, url]);
    const { id } = await service.client.webhook.test(made[0]!.id);
    const attempt = { run: `run ${++runs}`, attempt: 1, again: false };
    const { headers, body } = await service.client.engine.webhookdelivery.attempt(id, attempt);
    const sent = (text: string) => fetch(url, { method: 'POST', headers, body: text });
    expect((await sent(body)).status).toBe(200);
    expect(said).toMatch(/customer\.created {2}msg_\d+ .*signature correct/);
    expect(said).toContain(JSON.stringify(JSON.parse(body), null, 2).replace(/^/gm, '  '));
    await sent(body.replace('{', '{ '));
    expect(said).toContain('signature wrong: no signature in webhook-signature is of this secret');
  });
  expect(await webhooks()).toEqual([]);
});

test('where it does not come to listen, no webhook is left', async () => {
  const events = ['customer.created', 'customer.craeted'];
  const listened = listen({ port: await threeFreePorts(), status: 200 }, { client: service.client, events });
  await expect(listened).rejects.toThrow('There is no event customer.craeted. Did you mean customer.created?');
  expect(await webhooks()).toEqual([]);
});

test('with a secret of your own and --json each delivery is a line, and it answers what you say', async () => {
  const secret = newSecret();
  await listening({ secret, status: 503, json: true }, [], async (url) => {
    said = '';
    const [id, timestamp, body] = ['msg_1', Math.floor(Date.now() / 1000), '{"id":1,"name":"Käse"}'];
    const signature = signatures({ id, timestamp, body }, [newSecret(), secret]);
    const headers = { 'webhook-id': id, 'webhook-event': 'customer.created', 'webhook-sequence': '4' };
    const signed = { ...headers, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
    expect((await fetch(url, { method: 'POST', headers: signed, body })).status).toBe(503);
    await fetch(url, { method: 'POST', headers, body });
    const lines = said.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'customer.created', id, sequence: '4', fault: null, body },
      { fault: 'it lacks webhook-id, webhook-timestamp or webhook-signature' },
    ]);
  });
});
