import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { signInCommand } from '../../cli/sign-in.ts';
import { testService } from '../support/test-service.ts';
import { folderWith } from './import/folder.ts';

const service = await testService();

/** Runs the command with the credentials of a stack. */
async function run(...args: string[]): Promise<string> {
  const data = join(folderWith({}), 'data');
  mkdirSync(data);
  const credentials = { url: service.url, admin: { api_key: service.adminKey } };
  writeFileSync(join(data, 'credentials.json'), JSON.stringify(credentials));
  const written: string[] = [];
  const keep = (text: string | Uint8Array) => written.push(String(text)) > 0;
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await signInCommand().parseAsync(['--data', data, ...args], { from: 'user' });
    return written.join('');
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

const signIn = (code: string) =>
  fetch(`${service.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-conveyor-console': '1', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ code }),
  });

test('the printed link signs its user in to the console, once', async () => {
  const printed = await run();
  expect(printed).toMatch(new RegExp(`^${service.url}/console/sign-in#code=cvc_[\\w-]{32}\\n$`));
  const code = printed.trim().split('#code=')[1]!;
  const answer = await signIn(code);
  expect([answer.status, (await answer.json()).user.first_name]).toEqual([200, 'Administrator']);
  expect((await signIn(code)).status).toBe(401);
});

test('--json prints the link with its code and its end', async () => {
  const link = JSON.parse(await run('--json'));
  expect(Object.keys(link).sort()).toEqual(['code', 'expires_at', 'url']);
  expect(link.url).toContain(link.code);
});
