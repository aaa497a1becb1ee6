import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionOf, withClient } from '../../cli/connection.ts';
import { reaching } from '../../cli/server/unreachable.ts';
import { folderWith } from './import/folder.ts';

const variables = ['CONVEYOR_URL', 'CONVEYOR_API_KEY', 'CONVEYOR_DATA', 'CONVEYOR_TEMPORAL_UI', 'TEMPORAL_ADDRESS'];
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

function stackFolder(): string {
  const folder = folderWith({});
  mkdirSync(join(folder, 'data'));
  const content = { url: 'http://127.0.0.1:7500', admin: { api_key: 'of-the-stack' } };
  writeFileSync(join(folder, 'data', 'credentials.json'), JSON.stringify(content));
  return join(folder, 'data');
}

test('the environment names the service and its key', () => {
  vi.stubEnv('CONVEYOR_URL', 'https://orders.example.com/');
  vi.stubEnv('CONVEYOR_API_KEY', 'mine');
  expect(connectionOf({})).toMatchObject({ url: 'https://orders.example.com', apiKey: 'mine', temporalUi: undefined });
});

test('without it the credentials of the stack are taken, and its Temporal pages are two ports above', () => {
  vi.stubEnv('CONVEYOR_DATA', stackFolder());
  expect(connectionOf({})).toEqual({
    url: 'http://127.0.0.1:7500',
    apiKey: 'of-the-stack',
    temporalUi: 'http://127.0.0.1:7502',
  });
});

test('--data goes before the environment', () => {
  vi.stubEnv('CONVEYOR_API_KEY', 'mine');
  expect(connectionOf({ data: stackFolder() })).toMatchObject({ apiKey: 'of-the-stack' });
});

test('no credentials, or an address without its key, is a sentence that says what to do', () => {
  expect(() => connectionOf({ data: '/nowhere' })).toThrow(/npm start.*CONVEYOR_API_KEY/);
  vi.stubEnv('CONVEYOR_URL', 'https://orders.example.com');
  vi.stubEnv('CONVEYOR_DATA', stackFolder());
  expect(() => connectionOf({})).toThrow(/Set CONVEYOR_API_KEY too/);
});

test('an invalid address is reported with its variable', () => {
  vi.stubEnv('CONVEYOR_API_KEY', 'mine');
  vi.stubEnv('CONVEYOR_URL', 'localhost');
  expect(() => connectionOf({})).toThrow(
    'CONVEYOR_URL is not a valid address: "localhost". An example is http://127.0.0.1:7420.',
  );
});

test('a web page in place of the service is reported as one', async () => {
  const page = createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<html>'));
  await new Promise<void>((resolve) => void page.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(page.address() as { port: number }).port}`;
  vi.stubEnv('CONVEYOR_API_KEY', 'mine');
  vi.stubEnv('CONVEYOR_URL', url);
  const list = withClient({}, (client) => client.salesorder.list());
  await expect(list).rejects.toThrow(`The server at ${url} is not Conveyor's service: it sent a web page.`);
  page.close();
});

test('a server that is not there is a sentence, and any other fault stays what it is', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  const starting = (error: Error) => reaching('The database', () => Promise.reject(error));
  await expect(starting(refused)).rejects.toMatchObject({
    name: 'Failure',
    message: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
  });
  await expect(starting(new TypeError('a slip'))).rejects.toMatchObject({ name: 'TypeError' });
});
