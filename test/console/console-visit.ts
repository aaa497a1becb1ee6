import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../support/test-service.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Credentials of a user. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

let people = 0;

/** Creates a user who can sign in. */
export async function person(service: TestService, permissions = ['*']): Promise<Person> {
  people += 1;
  const [email, password] = [`person${people}@example.test`, 'correct horse battery'];
  const { body } = await service.call('POST', '/user', {
    ...{ first_name: 'Ana', last_name: `Weber ${people}`, usertype: 'Standard' },
    ...{ email, password, permissions },
  });
  return { id: body.id, email, password };
}

/** A browser with a memory of its own, which notes all that must not happen in the console. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors in the console of the browser, reports of the content policy, and requests to other hosts. */
  readonly faults: string[];
  /** Opens a page of the console. */
  open(path: string): Promise<void>;
  signIn(who: Person): Promise<void>;
  /** Checks accessibility once nothing moves any more. @param within a selector of the part to check; the whole page by default */
  accessible(within?: string): Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions {
  /** Pixels of the window. */
  readonly width?: number;
  readonly dark?: boolean;
  /** The language of the browser, English by default. */
  readonly locale?: string;
}

export async function visit(browser: Browser, service: TestService, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-US',
    viewport: { width: options.width ?? 1280, height: 800 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // A browser reports each refusal itself: the user is not signed in (401), typed values are wrong (400, 422), or the
    // record is gone or has changed (404, 409, 412, 428). Other tests may change the network of the machine beside this
    // one.
    if (
      message.type() === 'error' &&
      !/status of (400|401|404|409|412|422|428)|ERR_NETWORK_CHANGED/.test(message.text())
    )
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(service.url) || /^(data|blob):/.test(request.url());
    if (!isOurs) faults.push(`a request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return {
    context,
    page,
    faults,
    open: async (path) => {
      await page.goto(`${service.url}/console${path}`);
    },
    signIn: async ({ email, password }) => {
      const button = page.getByRole('button', { name: 'Sign in' });
      // The page below may have a form with a password, too.
      const form = page.locator('form').filter({ has: button });
      await form.getByLabel('E-mail').fill(email);
      await form.getByLabel('Password').first().fill(password);
      await button.click();
    },
    accessible: async (within) => {
      await page.evaluate(axe);
      const serious = await page.evaluate(async (part) => {
        // While a dialog fades in, its colors match neither state.
        const moving = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(moving.map(({ finished }) => finished));
        // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
        const { violations } = await (window as any).axe.run(part ?? document);
        return violations
          .filter(({ impact }: { impact: string }) => ['serious', 'critical'].includes(impact))
          .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
      }, within);
      expect(serious).toEqual([]);
    },
    close: () => context.close(),
  };
}
