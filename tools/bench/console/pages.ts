import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createClient } from '../../../client/client.ts';
import { launchBrowser } from '../../../test/support/browser/launch.ts';
import { signInLink } from '../support/console-session.ts';
import type { ListService } from '../support/list-service.ts';
import { ascending, present, quantile } from '../support/series-figures.ts';

/** Drafts: an API key may change their priority. */
const drafts = '/console/orders?filter=reason%20%3D%20%22draft%22';
const all = '/console/orders';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Measures the pages of the console over many orders, each in a browser without a memory or with one. */
export async function measurePages({ url, adminKey }: ListService, rounds: number): Promise<void> {
  const browser = await launchBrowser();
  try {
    const client = createClient({ url, apiKey: adminKey });
    const signedIn = await browser.newContext();
    await (await signedIn.newPage()).goto(await signInLink(client, url));
    await signedIn.pages()[0]?.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const state = await signedIn.storageState();
    await signedIn.close();
    console.log(`The console over 200,000 orders: median, and in brackets the longest, of ${rounds}\n`);
    await loads({ browser, url, state, rounds });
    await search({ browser, url, state, rounds });
    await orderPages({ browser, url, state, rounds });
    await changes({ browser, url, state, rounds: 2 * rounds }, async (id, priority) => {
      await client.salesorder.update(id, { priority });
    });
    await scrolling({ browser, url, state, rounds });
    await client.close();
  } finally {
    await browser.close();
  }
}

interface Setting {
  readonly browser: Browser;
  readonly url: string;
  /** The cookie of a session. */
  readonly state: State;
  readonly rounds: number;
}

/** Time from the navigation to the first rows, with and without the browser's cache, and the loaded bytes. */
async function loads({ browser, url, state, rounds }: Setting): Promise<void> {
  const [cold, warm]: Load[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ storageState: state });
    cold?.push(await load(context, url + all));
    warm?.push(await load(context, url + all));
    await context.close();
  }
  for (const [name, loaded] of Object.entries({ 'without memory': cold, 'second visit': warm })) {
    const last = present(loaded?.at(-1), 'load');
    print(
      `navigation to rows, ${name}`,
      present(loaded, 'loads').map(({ ms }) => ms),
      'ms',
    );
    const files = (last.files / 1024).toFixed(1);
    console.log(
      `  ${last.requests} requests before rows, ${files} KiB of page and files, ${(last.data / 1024).toFixed(1)} KiB of data`,
    );
  }
}

interface Load {
  readonly ms: number;
  readonly requests: number;
  /** Bytes that came over the connection. */
  readonly files: number;
  readonly data: number;
}

async function load(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  const paths = new Map<string, string>();
  const sizes = { requests: 0, files: 0, data: 0 };
  protocol.on('Network.responseReceived', ({ requestId, response }) => {
    paths.set(requestId, new URL(response.url).pathname);
    sizes.requests += 1;
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes[paths.get(requestId)?.startsWith('/console') ? 'files' : 'data'] += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await rowsAt(page);
  const loaded = { ms, ...sizes };
  await page.close();
  return loaded;
}

/** Waits for rows with their content. @returns milliseconds since the navigation */
const rowsAt = (page: Page): Promise<number> =>
  page
    .waitForFunction(() => {
      const row = document.querySelector('.orders .rows [role="row"] a');
      return row ? performance.now() : 0;
    })
    .then((handle) => handle.jsonValue());

/** Time from the last key in the search field to the rows of the new search. */
async function search({ browser, url, state, rounds }: Setting): Promise<void> {
  const times: number[] = [];
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(url + all);
  await rowsAt(page);
  const field = page.getByLabel('Search orders');
  await field.focus();
  await page.locator('.cm-editor').waitFor();
  for (let round = 0; round < rounds; round += 1) {
    await field.fill('customer_id = 1');
    await page.waitForURL(/customer_id/);
    await rowsAt(page);
    await page.evaluate(noteRows);
    await field.press('End');
    await page.keyboard.press(String(round % 10));
    const ms = await page.waitForFunction(() => {
      const { shownAt, typedAt } = window as unknown as { shownAt: number; typedAt: number };
      return shownAt && shownAt - typedAt;
    });
    times.push(present(await ms.jsonValue(), 'time'));
  }
  await context.close();
  print('key in the search field to rows', times, 'ms');
}

/** Notes in the page when the last key was pressed, and when the list has rows and another number of orders than now. */
function noteRows(): void {
  const count = () =>
    [...document.querySelectorAll('#content [aria-live="polite"]')].map((place) => place.textContent ?? '').join();
  const before = count();
  Object.assign(window, { shownAt: 0, typedAt: 0 });
  document.addEventListener('keydown', () => Object.assign(window, { typedAt: performance.now() }), true);
  const look = () => {
    const hasRows = document.querySelector('.orders .rows [role="row"] a') !== null;
    if (hasRows && count() !== before && /\d/.test(count())) Object.assign(window, { shownAt: performance.now() });
    else requestAnimationFrame(look);
  };
  look();
}

/** Time from the click on an order to its state and the calls that move it. */
async function orderPages({ browser, url, state, rounds }: Setting): Promise<void> {
  const times: number[] = [];
  let calls = 0;
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(url + all);
  await rowsAt(page);
  for (let round = 0; round < rounds; round += 1) {
    calls = 0;
    const count = () => {
      calls += 1;
    };
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.startsWith('/console')) count();
    });
    const link = page.locator('.orders .rows [role="row"] a').nth(round);
    const number = present(await link.textContent(), 'number');
    const start = performance.now();
    await link.click();
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    await page.getByRole('region', { name: 'Where it is' }).waitFor();
    times.push(performance.now() - start);
    page.removeAllListeners('request');
    await page.goBack();
    await rowsAt(page);
  }
  await context.close();
  print('click on an order to its state and calls', times, 'ms');
  console.log(`  ${calls} calls`);
}

/** Time from the start of a change, by somebody else, until an open page shows it. */
async function changes(
  { browser, url, state, rounds }: Setting,
  change: (orderId: number, priority: number) => Promise<void>,
): Promise<void> {
  const times: number[] = [];
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(url + drafts);
  await rowsAt(page);
  const link = page.locator('.orders .rows [role="row"] a').first();
  const id = Number(
    present(await link.getAttribute('href'), 'address')
      .split('/')
      .at(-1),
  );
  for (let round = 0; round < rounds; round += 1) {
    const priority = 1 + (round % 2) * 4;
    const start = Date.now();
    await change(id, priority);
    const shown = await page.waitForFunction((wanted) => {
      const cells = document.querySelectorAll('.orders .rows [role="row"]')[0]?.querySelectorAll('[role="cell"]');
      return [...(cells ?? [])].at(-1)?.textContent === String(wanted) ? Date.now() : 0;
    }, priority);
    times.push((await shown.jsonValue()) - start);
  }
  await context.close();
  print('a change elsewhere is seen', times, 'ms');
}

/** Time between two frames while somebody scrolls without a pause; and, in a second pass, how long rows in view are empty. */
async function scrolling({ browser, url, state }: Setting): Promise<void> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url + all);
  await rowsAt(page);
  const { frames } = await page.evaluate(scroll, { seconds: 10, looksAtRows: false });
  const { blank } = await page.evaluate(scroll, { seconds: 5, looksAtRows: true });
  await context.close();
  const sorted = ascending(frames);
  const [median, most] = [quantile(sorted, 0.5), quantile(sorted, 0.95)];
  const figures = `a frame ${median.toFixed(1)} ms, 95 % within ${most.toFixed(1)} ms`;
  console.log(`scrolling without a pause: ${figures}; rows empty ${blank.toFixed(0)} ms at most`);
}

/** Scrolls the list of the page. To look at the rows costs more than a frame has, so frames are measured without it. */
async function scroll({ seconds, looksAtRows }: { seconds: number; looksAtRows: boolean }) {
  const scroller = document.querySelector('.orders');
  if (!scroller) throw new Error('The page has no list.');
  const frames: number[] = [];
  let [blank, emptySince, last] = [0, 0, performance.now()];
  const end = last + seconds * 1_000;
  while (last < end) {
    scroller.scrollTop += 120;
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    frames.push(now - last);
    last = now;
    if (!looksAtRows) continue;
    const { top, bottom } = scroller.getBoundingClientRect();
    const isEmpty = [...scroller.querySelectorAll('.rows [role="row"]')].some((row) => {
      const place = row.getBoundingClientRect();
      return place.top >= top && place.bottom <= bottom && !row.querySelector('a');
    });
    if (!isEmpty) emptySince = 0;
    else emptySince ||= now;
    if (isEmpty) blank = Math.max(blank, now - emptySince);
  }
  return { frames, blank };
}

function print(what: string, times: readonly number[], unit: string): void {
  const sorted = ascending(times);
  console.log(`${what}: ${quantile(sorted, 0.5).toFixed(0)} ${unit} (${present(sorted.at(-1), 'times').toFixed(0)})`);
}
