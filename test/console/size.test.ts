import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { consoleTests } from './console-tests.ts';

type Send = (method: string, values: object) => Promise<unknown>;

interface Entry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const folder = join(projectRoot, 'dist', 'console');
const manifest: Record<string, Entry> = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));

/** Returns the files that the browser loads for entries of the manifest. */
function filesOf(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const entry = manifest[name];
    if (!entry || seen.has(entry.file)) continue;
    for (const file of [entry.file, ...(entry.css ?? [])]) seen.add(file);
    filesOf(entry.imports ?? [], seen);
  }
  return seen;
}

const kibibytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1024;

const { signedIn, begin, shop } = await consoleTests();
const part_id = await shop.part({}, 100);
for (let order = 0; order < 5; order += 1) await shop.issued([{ part_id, qty: 1 }]);

interface Load {
  readonly url: string;
  /** When it was requested, in milliseconds since 1970. */
  readonly at: number;
  bytes: number;
}

/**
 * Opens a page in a browser that has nothing of the console yet, and returns what it has requested when somebody sees the rows, with the
 * bytes of headers and bodies. Browsers take the smaller Brotli from addresses with HTTPS and from this machine alone, so it takes gzip.
 */
async function loadsOf(path: string, row: string): Promise<Load[]> {
  const { context: known } = await signedIn();
  const { context, page, open } = await begin();
  await context.addCookies(await known.cookies());
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  // The types of the browser's protocol lack this experimental method.
  await (network.send as Send).call(network, 'Network.setAcceptedEncodings', { encodings: ['gzip'] });
  const loads = new Map<string, Load>();
  network.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    loads.set(requestId, { url: new URL(request.url).pathname, at: wallTime * 1_000, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) load.bytes = encodedDataLength;
  });
  await page.addInitScript(noteFirst, row);
  await open(path);
  await page.waitForFunction(() => 'firstAt' in window);
  const firstAt = await page.evaluate(() => (window as unknown as { firstAt: number }).firstAt);
  // The page goes on after its first rows: what it then asks for does not count.
  return [...loads.values()].filter(({ at }) => at <= firstAt);
}

/** Notes in the page when the first element of a selector is there. */
function noteFirst(selector: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    Object.assign(window, { firstAt: Date.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
}

test('the list of orders is seen after at most 8 requests and 250 KiB, counted in the browser', async () => {
  const loads = await loadsOf('/orders', '[role=row] a[href*="/orders/"]');
  const seen = loads.map(({ url, bytes }) => `${(bytes / 1024).toFixed(1)} KiB ${url}`).join('\n');
  const size = loads.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  expect(size, `${size.toFixed(1)} KiB:\n${seen}`).toBeGreaterThan(100);
  expect(size, `${size.toFixed(1)} KiB:\n${seen}`).toBeLessThanOrEqual(250);
  expect(loads.length, seen).toBeLessThanOrEqual(8);
});

test('the page of rules with its editor and its differences, the first load included, is at most 410 KiB', () => {
  const first = filesOf(['index.html', 'orders/page.tsx']);
  // One language is loaded, and English is a part of the page.
  const later = (manifest['rules/page.tsx']?.dynamicImports ?? []).filter((name) => !name.includes('texts/'));
  expect(later.length).toBeGreaterThan(1);
  const all = filesOf(['rules/page.tsx', ...later], first);
  const size = kibibytes(all);
  expect(size, `${size.toFixed(1)} KiB: ${[...all].join(', ')}`).toBeLessThanOrEqual(410);
});
