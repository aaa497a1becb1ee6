import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';

/** Pages of work on small screens, in light and dark colors, and by ears. */

const { signedIn, shop } = await consoleTests({ verify: true });

const pages: Record<string, string> = {
  start: '/work',
  'picks by part': '/work?step=pick&by=part',
  pickup: '/work?step=pickup',
  'scan test': '/work/scan-test',
};

const number = 'A-VERY-LONG-PART-NUMBER-OF-A-CUSTOMER-0001';
const part = await shop.part({ number, name: 'Espresso cup with saucer, double wall, hand made' }, 1_000);
await shop.stock(part, 10, { location_id: await shop.storage('HALL-3-AISLE-12-SHELF-04-BIN-07') });
await shop.cartontype({ name: 'Box', inner_width_mm: 300, inner_length_mm: 200, inner_depth_mm: 200 });
const orders: number[] = [];
for (let at = 0; at < 5; at += 1) orders.push(await shop.issued([{ part_id: part, qty: 3 }]));
const [, picked, packed, shipped, ready] = orders as [number, number, number, number, number];
await shop.through([packed, shipped, ready], 'pick');
await shop.through([shipped, ready], 'pack');
await shop.through([ready], 'ship');
const lists = {
  pick: await shop.done('/picklinebyorder', { order_id: [picked] }),
  pack: await shop.done('/packlinebyorder', { order_id: [packed] }),
  ship: await shop.done('/shiplinebyorder', { order_id: [shipped] }),
};
await shop.done(`/pack/${lists.pack.id}/autopack`);
for (const [kind, { id }] of Object.entries(lists)) pages[kind] = `/work/${kind}/${id}`;

describe.each([
  { dark: false, width: 360 },
  { dark: true, width: 390 },
  // A screen of 640 pixels that somebody enlarges twice.
  { dark: false, width: 320 },
])('with $width pixels, dark: $dark', (look) => {
  test.each(['start', 'picks by part', 'pickup', 'scan test', 'pick', 'pack', 'ship'])(
    'the page %s is accessible and never wider than the screen',
    async (name) => {
      const { page, accessible } = await signedIn(pages[name], look);
      await page.waitForLoadState('networkidle');
      await accessible();
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBeLessThanOrEqual(widths[1] as number);
      const cut = await page.locator('header button, header a, .work button').evaluateAll((targets) =>
        targets
          .filter((target) => {
            const { right, width } = target.getBoundingClientRect();
            const label = target.querySelector('.mantine-Button-label') ?? target;
            // The name of the user ends with three points where it is long.
            const isCut = target.localName === 'button' && label.scrollWidth > label.clientWidth + 1;
            return width > 0 && (right > window.innerWidth || isCut);
          })
          .map((target) => target.textContent || target.getAttribute('aria-label')),
      );
      expect(cut).toEqual([]);
      if (process.env.CONVEYOR_SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.CONVEYOR_SCREENSHOTS}/${name}-${look.width}.png`,
          fullPage: true,
        });
    },
  );
});
