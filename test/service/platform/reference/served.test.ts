import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumFile } from '../../../support/chromium.ts';
import { reference, referenceServer } from './pages.ts';

const app = referenceServer();
let url = '';
beforeAll(async () => {
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers });
const kilobyte = 1024;

test('pages and files are compressed as the caller accepts it', async () => {
  const plain = await get('/docs');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const br = await get('/docs', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  const gzip = await get('/docs', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(br.headers.vary).toBe('accept-encoding');
});

test('a page is not sent again to a browser that has it', async () => {
  const first = await get('/docs/concepts/holds');
  const { etag } = first.headers;
  expect(first.headers['cache-control']).toBe('no-cache');
  const again = await get('/docs/concepts/holds', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get('/docs/concepts/holds', { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('files have the hash of their content in their address, and are kept for ever', async () => {
  const { body } = await get('/docs');
  const files = [...body.matchAll(/"docs\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(files).toHaveLength(3);
  for (const file of files) {
    const answer = await get(`/docs/${file}`);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file).toContain(createHash('sha256').update(answer.body).digest('hex').slice(0, 12));
  }
});

test('no page loads from another host, or has a script or a style within', () => {
  for (const path of reference.paths) {
    const html = reference.at(path)?.text ?? '';
    expect(html, path).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\//);
    expect(html, path).not.toMatch(/<style|<script(?![^>]+src=)| style="| on\w+="/);
  }
});

test('the policy allows files of the service alone', async () => {
  const policy = String((await get('/docs')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
});

test.each([
  '/docs/nothing',
  '/docs/operations/nothing',
  '/docs/assets/reference.css',
  '/docs/records/Problem.x',
  '/docs/../package.json',
  '/docs/concepts/..%2f..%2fpackage.json',
  '/docs/records/__proto__',
  '/docs/records/constructor',
])('%s is unknown', async (path) => {
  expect((await get(path)).statusCode).toBe(404);
});

const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test.each([
  ['/docs/nothing', './'],
  ['/docs/operations/createOrder', '../'],
  ['/docs/a/b/c', '../../'],
  ['/docs/a//b/', '../../../'],
  ['/docs/operations/%3Cscript%3E', '../'],
])('a browser that asks for %s gets a page in the layout of the reference', async (path, root) => {
  const answer = await get(path, asBrowser);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<input type="search"');
  expect(answer.body).toContain('<h1>There is no such page</h1>');
  expect(answer.body).not.toContain('<script>');
  expect(answer.body).toContain(`<body data-root="${root}"`);
  const links = [...answer.body.matchAll(/(?:href|src)="([^"#:]+)"/g)].map(([, link]) => link ?? '');
  expect(links.length).toBeGreaterThan(20);
  for (const link of new Set(links)) {
    const { pathname } = new URL(link, `http://reference${path}`);
    expect((await get(pathname)).statusCode, link).toBe(200);
  }
});

test.each([
  ['operations/createSalesOrders', 'operations/createSalesOrder'],
  ['operations/createOrder', 'operations/createSalesOrder'],
  ['orders', 'concepts/orders'],
  ['concepts/weebhooks', 'concepts/webhooks'],
  ['SalesOrder', 'records/SalesOrder'],
  ['operations/issue-sales-order', 'operations/issueSalesOrder'],
])('the page for the unknown %s offers %s', async (asked, offered) => {
  const { body } = await get(`/docs/${asked}`, asBrowser);
  const list = body.split('<h2>Pages with a similar name</h2>')[1] ?? '';
  expect(list.split('</ul>')[0]).toContain(`${offered}"`);
});

test('a page for an unknown address takes no longer for a long one', async () => {
  const start = performance.now();
  expect((await get(`/docs/${'createSalesOrder/'.repeat(1_000)}x`, asBrowser)).statusCode).toBe(404);
  expect((await get(`/docs/${'createSalesOrder'.repeat(1_000)}`, asBrowser)).statusCode).toBe(404);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('the first address leads a browser to the reference, and answers programs as every unknown address', async () => {
  const answer = await get('/', asBrowser);
  expect([answer.statusCode, answer.headers.location, answer.headers.vary]).toEqual([302, 'docs', 'accept']);
  for (const accept of ['*/*', 'application/json', 'text/html;q=0'])
    expect((await get('/', { accept })).statusCode, accept).toBe(404);
  expect((await app.inject({ url: '/', method: 'POST', headers: asBrowser })).statusCode).toBe(404);
});

test('programs that ask for an unknown page get the problem', async () => {
  const answer = await get('/docs/operations/createOrder', { accept: 'application/json' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test.each(['/docs', '/docs/concepts/holds', '/docs/operations/createOrder', '/'])(
  'HEAD %s has the head of GET',
  async (path) => {
    for (const headers of [asBrowser, { ...asBrowser, 'accept-encoding': 'br' }, { accept: '*/*' }]) {
      const got = await app.inject({ url: path, headers });
      const head = await app.inject({ url: path, method: 'HEAD', headers });
      const { date: _, ...ofGet } = got.headers;
      const { date: __, ...ofHead } = head.headers;
      expect([head.statusCode, head.body, ofHead]).toEqual([got.statusCode, '', ofGet]);
    }
  },
);

test('a slash at the end leads to the page', async () => {
  const answer = await get('/docs/');
  expect([answer.statusCode, answer.headers.location]).toEqual([308, '../docs']);
});

test('each page with all its files is under 64 KB', async () => {
  const sizeOf = async (path: string) => (await get(path, { 'accept-encoding': 'br' })).rawPayload.length;
  const { body } = await get('/docs');
  const files = [...body.matchAll(/"docs\/(assets\/[^"]+)"/g)].map(([, path]) => `/docs/${path}`);
  const [style = 0, script = 0, index = 0] = await Promise.all(files.map(sizeOf));
  const largest = { path: '', size: 0 };
  for (const path of reference.paths) {
    const size = await sizeOf(`/docs${path && '/'}${path.replaceAll('%', '%25')}`);
    if (size > largest.size) Object.assign(largest, { path, size });
  }
  if (process.env.PRINT_FIGURES)
    console.log(
      `${reference.paths.length} pages, largest ${largest.path} ${largest.size} bytes; style ${style}, script ${script}, search ${index}`,
    );
  expect(largest.size + style + script).toBeLessThan(64 * kilobyte);
  expect(index).toBeLessThan(200 * kilobyte);
});

/** Milliseconds that a page may take. Other programs may use the machine at the same time, except with strict times. */
const longest = process.env.CONVEYOR_STRICT_TIMES ? 1_000 : 10_000;

describe.skipIf(!chromiumFile)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumFile ?? '', args: ['--no-sandbox'] });
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  const kinds = () => [
    '/docs',
    '/docs/concepts/errors',
    '/docs/subjects/sales-orders',
    `/docs/operations/${reference.model.operations.find(({ body }) => body)?.id}`,
  ];

  test('the first paint of each kind of page takes under a second', async () => {
    for (const path of kinds()) {
      await page.goto(url + path);
      const ms = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ??
        new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({ type: 'paint', buffered: true }))`);
      if (process.env.PRINT_FIGURES) console.log(`first paint of ${path}: ${Math.round(ms)} ms`);
      expect(ms).toBeLessThan(longest);
    }
  }, 60_000);

  test('the search leads from the text to the page, and samples keep their language', async () => {
    const wanted = reference.model.operations.find(({ method, body }) => method === 'POST' && body);
    await page.goto(`${url}/docs`);
    await page.keyboard.press('/');
    const start = performance.now();
    await page.locator('#search').fill(wanted?.title ?? '');
    await page.locator('#results a').first().waitFor();
    const took = performance.now() - start;
    if (process.env.PRINT_FIGURES) console.log(`search with its index: ${Math.round(took)} ms`);
    expect(took).toBeLessThan(longest);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/docs/operations/${wanted?.id}`);
    const sample = page.locator('.sample.python');
    expect(await sample.isVisible()).toBe(false);
    await page.locator('label[for=in-python]').click();
    expect(await sample.isVisible()).toBe(true);
    await page.reload();
    expect(await sample.isVisible()).toBe(true);
    expect(await page.locator('.origin').first().textContent()).toBe(url);
  }, 60_000);

  test('no page is wider than a phone', async () => {
    await page.setViewportSize({ width: 380, height: 800 });
    for (const path of kinds()) {
      await page.goto(url + path);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(380);
    }
  }, 60_000);

  const issue = () => `/docs/operations/${reference.model.operationOf('POST /salesorder/1/issue')?.id}`;

  test.each([1280, 1216, 1215, 800, 400])(
    'at %i pixels, errors have room for their meaning',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(url + issue());
      const boxes = await page.evaluate<{ meaning: number; overflow: number }[]>(
        `[...document.querySelectorAll('.errors dd')].map((one) => ({ meaning: one.clientWidth, overflow: one.scrollWidth - one.clientWidth }))`,
      );
      expect(boxes.length).toBeGreaterThan(20);
      for (const { meaning, overflow } of boxes) {
        expect(meaning).toBeGreaterThanOrEqual(350);
        expect(overflow).toBe(0);
      }
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    },
    60_000,
  );

  test.each(['light', 'dark'] as const)(
    'in the %s style, every text can be read',
    async (colorScheme) => {
      const styled = await browser.newPage({
        colorScheme,
        viewport: { width: 1280, height: 900 },
        extraHTTPHeaders: asBrowser,
      });
      for (const path of [...kinds(), issue(), '/docs/records/SalesOrder', '/docs/nothing']) {
        await styled.goto(url + path);
        const faint = await styled.evaluate<string[]>(faintTexts);
        expect(faint, path).toEqual([]);
      }
      const page = await styled.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(brightness(page) > 128).toBe(colorScheme === 'light');
      await styled.close();
    },
    60_000,
  );

  test('every other code has a copy button, too, and samples have the address of the service', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const copying = await context.newPage();
    for (const path of ['/docs/concepts/first-requests', '/docs/records/SalesOrder', issue()]) {
      await copying.goto(url + path);
      const codes = copying.locator('.code');
      expect(await codes.count(), path).toBeGreaterThan(0);
      expect(await copying.locator('pre').count()).toBe(await copying.locator('.code pre').count());
      const last = codes.last();
      await last.getByRole('button').click();
      await last.getByText('Copied').waitFor();
      const text = await last.locator('pre').textContent();
      expect(text).toBeTruthy();
      expect(await copying.evaluate('navigator.clipboard.readText()')).toBe(text);
    }
    await copying.goto(`${url}/docs/concepts/generate-a-client`);
    expect(await copying.locator('.code').first().textContent()).toContain(`curl -s ${url}/openapi.json`);
    await context.close();
  }, 60_000);

  test('the copy button copies the sample that is shown', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const copying = await context.newPage();
    await copying.goto(url + issue());
    for (const language of ['curl', 'typescript', 'python']) {
      await copying.locator(`label[for=in-${language}]`).click();
      const button = copying.locator('.copy').first();
      await button.click();
      await copying.getByText('Copied').waitFor();
      const shown = await copying.locator(`.sample.${language}`).textContent();
      expect(await copying.evaluate('navigator.clipboard.readText()')).toBe(shown);
      expect(shown).toContain(url);
      await copying.getByText('Copy', { exact: true }).waitFor();
    }
    await context.close();
  }, 60_000);
});

const brightness = (color: string) => Math.max(...[...color.matchAll(/\d+/g)].slice(0, 3).map(Number));

/** A program for a page: its texts whose contrast to their background is under 4.5, which WCAG 2.2 asks for. */
const faintTexts = `(() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = parts(color).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (parts(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint.add(ratio.toFixed(2) + ' ' + element.tagName + '.' + element.className + ': ' + walker.currentNode.data.trim().slice(0, 30));
  }
  return [...faint];
})()`;
