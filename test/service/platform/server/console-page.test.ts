import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testService } from '../../../support/test-service.ts';

const service = await testService();

/** The answer to a bare request: `fetch` would send an Accept header of its own. */
const answerOf = (path: string) =>
  new Promise<{ status: number | undefined; type: string | undefined; page: string }>((resolve, reject) => {
    get(`${service.url}${path}`, async (answer) =>
      resolve({ status: answer.statusCode, type: answer.headers['content-type'], page: await text(answer) }),
    ).on('error', reject);
  });

const isBuilt = existsSync(new URL('../../../../dist/console/index.html', import.meta.url));

test.skipIf(!isBuilt).each(['/console', '/console/'])(
  'a request without an Accept header gets the page at %s',
  async (path) => {
    const { status, type, page } = await answerOf(path);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page).toContain('<base href="/console/"');
  },
);
