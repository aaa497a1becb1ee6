import { expect, test } from 'vitest';
import { endpoint } from '../../../../../service/platform/http/endpoint.ts';
import { untilEnd } from '../../../../support/until-end.ts';
import { startTestService } from '../bare-service.ts';

/** The headers that tell a browser what it may do with an answer. */

const opened = (media: string) =>
  endpoint(`GET /opened/${media.replace(/\W/g, '')}`, {
    permission: 'public',
    summary: 'Answer a file',
    answer: { media },
    handle: async () => ({ content: 'x', headers: { 'content-type': media } }),
  });

const endpoints = ['image/svg+xml; charset=utf-8', 'application/pdf', 'text/csv'].map(opened);
const service = await untilEnd(startTestService({ endpoints }));

const policy = "default-src 'none'; frame-ancestors 'none'";

test.each([
  ['a record', '/user/1', {}],
  ['a list', '/user', {}],
  ['an error', '/user/999', {}],
  ['an unknown address', '/nothing', {}],
  ['a refused sender', '/user', { authorization: 'Basic x' }],
  ['a description', '/openapi.json', {}],
  ['a file of text', '/opened/textcsv', {}],
])('%s loads nothing and is shown in no frame', async (_, url, headers) => {
  const answer = await service.call({ url, headers });
  expect(answer.headers).toMatchObject({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('a drawing that is opened alone runs nothing', async () => {
  const { headers } = await service.call({ url: '/opened/imagesvgxmlcharsetutf8' });
  expect(headers['content-security-policy']).toBe(`${policy}; sandbox`);
});

test('a PDF is shown by the viewers of browsers, and is read as nothing else', async () => {
  const { headers } = await service.call({ url: '/opened/applicationpdf' });
  expect(headers['content-security-policy']).toBe(`${policy}; object-src 'self'; style-src 'unsafe-inline'`);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('an unchanged record, and an empty answer, have them too', async () => {
  const { headers } = await service.call({ url: '/user/1' });
  const unchanged = await service.call({ url: '/user/1', headers: { 'if-none-match': headers.etag! } });
  expect([unchanged.status, unchanged.headers['content-security-policy']]).toEqual([304, policy]);
  const empty = await service.call({ method: 'POST', url: '/logout' });
  expect([empty.status, empty.headers['content-security-policy']]).toEqual([204, policy]);
});

test('the pages of the reference keep a policy of their own', async () => {
  const page = await service.call({ url: '/docs', headers: { accept: 'text/html' } });
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  expect(page.headers['referrer-policy']).toBe('no-referrer');
});
