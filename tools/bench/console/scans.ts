import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { typeCode } from '../../../test/console/scanner/type-code.ts';
import { launchBrowser } from '../../../test/support/browser/launch.ts';
import { ascending, quantile } from '../support/series-figures.ts';
import { type ServiceAlone, startServiceAlone } from '../support/service-alone.ts';

export interface ScansOptions {
  readonly port: number;
  /** People who pick at once, each with a browser, a user and a pick of their own. */
  readonly people: number;
  /** Scans of each person that count. */
  readonly scans: number;
}

/** Milliseconds between two scans of a person. People do not scan in step. */
const between = () => 800 + Math.random() * 400;
/** Unmeasured scans of each person at the start: Node compiles code, and connections are opened. */
const warmUp = 5;

/** Milliseconds after the last key of a scan. */
interface ScanTime {
  /** Until the page has the key. Before, it is in the browser. */
  readonly handled: number;
  /** Until the page holds the verdict. */
  readonly judged: number;
  /** Until the next frame begins. */
  readonly framed: number;
  /** Until the frame is painted that shows the verdict. */
  readonly verdict: number;
  /** Until the page has the answer of the service. */
  readonly confirmed: number;
}

/**
 * Measures how long people with scanners wait for the verdict on the screen, and for the answer of the service. The browsers of all people,
 * the service and PostgreSQL share the processors of one machine; in a warehouse each person has a device.
 */
export async function measureScans({ port, people, scans }: ScansOptions): Promise<void> {
  const service = await startServiceAlone(port);
  const browser = await launchBrowser();
  try {
    const pages: Page[] = [];
    for (let at = 1; at <= people; at++) pages.push(await openPick(browser, service, at, scans + warmUp + 1));
    await Promise.all(pages.map((page, at) => scanAll(page, `B-${at + 1}`, scans + warmUp)));
    const times = (await Promise.all(pages.map(timesOf))).flatMap((all) => all.slice(warmUp));
    report(people, times);
    console.log(`rules that do not hold: ${await service.violations()}`);
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Opens a pick of one part for a new user, in a browser with a memory of its own. */
async function openPick(browser: Browser, { url, call }: ServiceAlone, at: number, qty: number): Promise<Page> {
  const [email, password] = [`picker${at}@example.test`, 'correct horse battery'];
  const name = { first_name: 'Picker', last_name: `${at}`, usertype: 'Standard' };
  await call('POST', '/user', { ...name, email, password, permissions: ['*'] });
  const part = (await call('GET', `/part?number=B-${at}`)).data[0].id;
  const customer_id = (await call('GET', '/customer')).data[0].id;
  const order = await call('POST', '/salesorder', { customer_id, lines: [{ part_id: part, qty }] });
  await call('POST', `/salesorder/${order.id}/issue`, { ignore_warnings: 1 });
  const pick = await call('POST', '/picklinebyorder', { order_id: [order.id] });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.request.post(`${url}/session`, {
    headers: { 'x-conveyor-console': '1' },
    data: { email, password },
  });
  const page = await context.newPage();
  await page.addInitScript(noteTimes);
  await page.goto(`${url}/console/work/pick/${pick.id}`);
  await page.getByText(`0 of ${qty} units`).waitFor();
  return page;
}

async function scanAll(page: Page, code: string, scans: number): Promise<void> {
  for (let at = 1; at <= scans; at++) {
    await pause(between());
    await typeCode(page, code, { gap: 5 });
  }
  // The last answers.
  await pause(3_000);
}

interface Noted {
  readonly keys: number[];
  readonly handled: number[];
  readonly judged: number[];
  readonly framed: number[];
  readonly painted: number[];
  readonly answered: number[];
}

/** Runs in the page, before its own code: notes when a scan ends, when its count is painted, and when its answer is there. */
function noteTimes(): void {
  const noted: Noted = { keys: [], handled: [], judged: [], framed: [], painted: [], answered: [] };
  Object.assign(window, { noted });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    noted.keys.push(event.timeStamp);
    noted.handled.push(performance.now());
  };
  addEventListener('keydown', onKey, { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource') as PerformanceResourceTiming[])
      if (entry.name.endsWith('/count')) noted.answered.push(entry.responseEnd);
  }).observe({ type: 'resource' });
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => noted.painted.push(...Array(data).fill(performance.now()));
  let seen = 0;
  new MutationObserver(() => {
    const words = [...document.querySelectorAll('.work p')].map(({ textContent }) => textContent ?? '');
    const counted = Math.max(0, ...words.map((text) => Number(/^(\d+) of \d+ units\b/.exec(text)?.[1] ?? 0)));
    if (counted <= seen) return;
    const more = counted - seen;
    seen = counted;
    noted.judged.push(...Array(more).fill(performance.now()));
    requestAnimationFrame(() => {
      noted.framed.push(...Array(more).fill(performance.now()));
      // A message that is sent before the frame comes after it.
      channel.port2.postMessage(more);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

async function timesOf(page: Page): Promise<ScanTime[]> {
  const noted = await page.evaluate(() => (window as unknown as { noted: Noted }).noted);
  const { keys, handled, judged, framed, painted, answered } = noted;
  if (painted.length !== keys.length || answered.length !== keys.length)
    throw new Error(`${keys.length} scans, ${painted.length} verdicts, ${answered.length} answers`);
  return keys.map((key, at) => ({
    handled: (handled[at] as number) - key,
    judged: (judged[at] as number) - key,
    framed: (framed[at] as number) - key,
    verdict: (painted[at] as number) - key,
    confirmed: (answered[at] as number) - key,
  }));
}

function report(people: number, times: readonly ScanTime[]): void {
  console.log(`\n${people} people, ${times.length} scans: milliseconds after the last key\n`);
  const line = (name: string, of: (time: ScanTime) => number) => {
    const sorted = ascending(times.map(of));
    const [median, p95, longest] = [0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(1));
    console.log(`${name.padEnd(28)} median ${median}, p95 ${p95}, longest ${longest}`);
  };
  line('key in the page', ({ handled }) => handled);
  line('verdict in the page', ({ judged }) => judged);
  line('next frame begins', ({ framed }) => framed);
  line('verdict on the screen', ({ verdict }) => verdict);
  line('confirmed by the service', ({ confirmed }) => confirmed);
}
