import type { Cookie } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { launchBrowser } from '../support/browser/launch.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type Person, person, type Visit, type VisitOptions, visit } from './console-visit.ts';

/** Shared objects of all tests of a file. */
export interface ConsoleTests {
  service: TestService;
  shop: Shop;
  /** A user with all permissions. */
  ana: Person;
  /** Opens a browser without a signed-in user. */
  begin(options?: VisitOptions): Promise<Visit>;
  /** Opens a page of the console for a user, `ana` by default, and waits until it is there. */
  signedIn(path?: string, options?: SignedInOptions): Promise<Visit>;
}

export interface SignedInOptions extends VisitOptions {
  readonly who?: Person;
}

export interface ConsoleTestsOptions {
  /** Options of the service, or a function that starts one, such as one with a Temporal server. */
  readonly service?: Parameters<typeof startTestService>[0] | (() => Promise<TestService>);
  /** Further arguments of the browser. */
  readonly browserArguments?: readonly string[];
  /** Faults that the tests of the file cause. Any other fault of a page fails its test. */
  readonly expectedFaults?: RegExp;
  /** Whether all records must hold together after each test. */
  readonly verify?: boolean;
}

/**
 * Time until a missing element fails the test, in milliseconds. It ends before the test's own limit, which gives no
 * reason.
 */
const patience = 15_000;

/** Starts a browser and a service for the tests of a file, ends both after them, and checks after each test that its pages had no fault. */
export async function consoleTests({
  service: start,
  browserArguments,
  expectedFaults,
  verify,
}: ConsoleTestsOptions = {}): Promise<ConsoleTests> {
  const [browser, service] = await Promise.all([
    launchBrowser(browserArguments),
    typeof start === 'function' ? start() : startTestService(start),
  ]);
  afterAll(async () => {
    await browser.close();
    await tests.service.close();
  });
  const visits: Visit[] = [];
  // Each visit has a memory of its own. A sign-in for each, with the hash of a password, would take as long as many tests.
  const sessions = new Map<Person, Cookie[]>();
  const tests: ConsoleTests = {
    ...{ service, shop: await openShop(service), ana: await person(service) },
    async begin(look = {}) {
      const opened = await visit(browser, tests.service, look);
      opened.page.setDefaultTimeout(patience);
      visits.push(opened);
      return opened;
    },
    async signedIn(path = '', { who = tests.ana, ...look } = {}) {
      const opened = await tests.begin(look);
      await opened.context.addCookies(sessions.get(who) ?? []);
      await haveSession(opened, tests.service.url, who);
      await opened.open(path);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      await opened.page.getByRole('dialog').waitFor({ state: 'hidden' });
      sessions.set(who, await opened.context.cookies());
      return opened;
    },
  };
  afterEach(async () => {
    for (const { faults, close } of visits.splice(0)) {
      expect(faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
      await close();
    }
    if (verify) expect((await tests.shop.get('/verify')).violations).toEqual([]);
  });
  return tests;
}

/** Signs in without the form, if the session of the browser is not open any more. */
async function haveSession({ context: { request } }: Visit, url: string, { email, password }: Person): Promise<void> {
  if ((await request.get(`${url}/session`)).ok()) return;
  const headers = { 'x-conveyor-console': '1' };
  const answer = await request.post(`${url}/session`, { headers, data: { email, password } });
  expect(answer.status()).toBe(200);
}
