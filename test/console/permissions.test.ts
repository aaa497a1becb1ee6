import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { consoleTests } from './console-tests.ts';
import { person } from './console-visit.ts';

/** The view of users with each set of permissions, and attacks by other sites and by texts of others. */

const evil = '<img src=x onerror="window.hacked = true">';

const { signedIn, service, shop } = await consoleTests();
const part = await shop.part({ name: evil, description: evil }, 10);
const customer = await shop.done('/customer', { type: 'Company', name: evil });
const order = await shop.issued([{ part_id: part, qty: 1 }], {
  ...{ customer_id: customer.id, note: evil, ship_to_name: evil, ship_city: evil },
});
await shop.done(`/salesorder/${order}/hold`, { reason: evil });
await service.sql.query(`update salesorder set issue_date = now() - interval '3 days' where id = $1`, [order]);
await failingWebhook();
await service.sql.query(
  `insert into bulkrun (action, selection, options, status_id, total, done, failed, account_id)
    select 'hold', 'total > 5', '{}', 1, 500, 120, 3, min(id) from account`,
);

/** A webhook whose receiver has answered with text that a page must not run. */
async function failingWebhook(): Promise<void> {
  const events = await shop.get('/event');
  const { id } = events.data[0];
  const webhook = await shop.done('/webhook', { event_id: id, url: 'https://receiver.example.com/orders' });
  await service.sql.query(`update webhook set failing_since = now() - interval '2 hours' where id = $1`, [webhook.id]);
  const delivery = await shop.done(`/webhook/${webhook.id}/test`);
  await service.sql.query(
    `insert into webhooklog (webhookdelivery_id, webhook_id, event_id, attempt, run, request_headers, url, outcome, status, answer_body)
      values ($1, $2, $3, 1, 'run-1', '{}', 'https://receiver.example.com/orders', 'failed', 503, $4)`,
    [delivery.id, webhook.id, id, evil],
  );
}

describe('each set of permissions', () => {
  test.each([
    {
      permissions: [],
      sees: ['There is nothing here that you may see'],
      not: ['Orders', 'Bulk runs', 'Webhooks that fail'],
    },
    {
      permissions: ['salesorder.read'],
      sees: ['Late', 'the oldest 3 days ago', 'On hold'],
      not: ['Bulk runs', 'Webhooks that fail'],
    },
    { permissions: ['salesorder.*', 'customer.read'], sees: ['Late', 'On hold'], not: ['Bulk runs'] },
    { permissions: ['bulkrun.read'], sees: ['Bulk runs', '123 of 500'], not: ['Orders', 'Webhooks that fail'] },
    { permissions: ['webhook.read'], sees: ['Webhooks that fail'], not: ['Orders', 'Bulk runs', '503'] },
    { permissions: ['webhook.read', 'webhooklog.read'], sees: ['Webhooks that fail', '503'], not: ['Orders'] },
    { permissions: ['*'], sees: ['Late', 'On hold', 'Bulk runs', 'Webhooks that fail', '503'], not: [] },
  ])('$permissions sees what it may, and is refused nothing', async ({ permissions, sees, not }) => {
    const who = await person(service, permissions);
    const { page } = await signedIn('', { who });
    for (const words of sees) await page.getByText(words).first().waitFor();
    const refused: string[] = [];
    const calls: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname);
    });
    await page.reload();
    for (const words of sees) await page.getByText(words).first().waitFor();
    const shown = await page.locator('body').innerText();
    for (const words of not) expect(shown).not.toContain(words);
    const reads = calls.filter((path) => !['/session', '/eventlog'].includes(path));
    // The last answers of webhooks are read only if there are webhooks.
    expect(reads.length).toBeLessThanOrEqual(5);
    const mayOrders = permissions.some((permission) => /^(\*|salesorder\.)/.test(permission));
    for (const path of ['/orders', '/orders?filter=img', `/orders/${order}`, '/me']) {
      await page.goto(`${service.url}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const isClosed = path.startsWith('/orders') && !mayOrders;
      if (isClosed) await page.getByText('It needs the permission salesorder.read').waitFor();
      else expect(await page.getByText('It needs the permission').count(), path).toBe(0);
    }
    await page.goto(`${service.url}/console/orders/${order}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('option').first().waitFor();
    const mayRelease = permissions.some((permission) => /^(\*|salesorder\.\*)$/.test(permission));
    expect(await palette.getByRole('option', { name: /^Release/ }).count()).toBe(mayRelease ? 1 : 0);
    expect(refused).toEqual([]);
  });
});

test('each tile of Today leads to a list of its orders', async () => {
  const { page } = await signedIn();
  const tiles = page.locator('a.tile[href*="filter="]');
  await tiles.first().waitFor();
  const links = await tiles.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    await page.goto(new URL(link, service.url).href);
    await page.getByText(/^[\d,]+ orders?$/).waitFor();
    expect(await page.getByRole('alert').count(), link).toBe(0);
  }
});

describe('security', () => {
  test('texts of others stay texts, and the token is in no body, storage or address', async () => {
    const who = await person(service);
    const { page, context } = await signedIn('', { who });
    const [cookie] = await context.cookies();
    const token = cookie?.value ?? '';
    expect(token.length).toBeGreaterThan(20);
    const bodies: Promise<string>[] = [];
    const urls: string[] = [];
    page.on('response', (response) => {
      urls.push(response.url());
      const isStream = response.headers()['content-type']?.includes('event-stream');
      if (!isStream) bodies.push(response.text().catch(() => ''));
    });
    for (const path of ['', '/orders', '/orders?filter=img', `/orders/${order}`, '/me']) {
      await page.goto(`${service.url}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path.startsWith('/orders?') || path === '/orders') await page.getByText(evil).first().waitFor();
      if (path === '') await page.getByText(evil).first().waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /order number/ }).waitFor();
    await page.keyboard.type('img');
    await page.getByRole('option', { name: evil }).first().waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    const kept = await page.evaluate(
      () => document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    const texts = [...urls, ...(await Promise.all(bodies)), kept];
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => text.includes(token))).toEqual([]);
  });

  test('a page of another site can neither change nor read anything with the cookie', async () => {
    const who = await person(service);
    const { page, context, faults } = await signedIn('', { who });
    const foreign = await foreignSite();
    const statuses: number[] = [];
    const tab = await context.newPage();
    tab.on('response', (response) => {
      if (response.url().startsWith(service.url)) statuses.push(response.status());
    });
    try {
      await tab.goto(foreign.url);
      const calls = await tab.evaluate(
        async ({ target, id }) => {
          const options = { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"reason":"x"}' } as const;
          await fetch(`${target}/salesorder/${id}/release`, options).catch(() => null);
          const read = await fetch(`${target}/session`, { credentials: 'include' }).then(
            () => 'read',
            () => 'refused',
          );
          const image = await new Promise((resolve) => {
            const picture = new Image();
            picture.onload = () => resolve('shown');
            picture.onerror = () => resolve('refused');
            picture.src = `${target}/salesorder/${id}`;
          });
          return { read, image };
        },
        { target: service.url, id: order },
      );
      expect(calls).toEqual({ read: 'refused', image: 'refused' });
      const [answer] = await Promise.all([
        tab.waitForResponse((response) => response.request().isNavigationRequest()),
        tab.evaluate(() => document.forms[0]?.submit()),
      ]);
      expect(answer.status()).toBeGreaterThanOrEqual(400);
      // Not every call of another site is reported, because the browser itself refuses some.
      expect(statuses.length).toBeGreaterThan(0);
      expect(statuses.filter((status) => status < 400)).toEqual([]);
      expect((await shop.see(order)).held_at).not.toBeNull();
      expect(await page.evaluate(async () => (await fetch('/session')).status)).toBe(200);
    } finally {
      await foreign.close();
      await tab.close();
      faults.splice(0);
    }
  });

  /** A page at another site than the service, with a form that would release the order. */
  async function foreignSite() {
    const html = `<form method="post" enctype="text/plain" action="${service.url}/salesorder/${order}/release"></form>`;
    const server: Server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://localhost:${port}/`,
      close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
    };
  }
});
