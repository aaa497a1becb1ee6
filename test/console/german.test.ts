import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { titles } from '../../console/texts/de/problem-titles.ts';
import { sentence } from '../../console/texts/de/sentences/sentence.ts';
import { catalogue } from '../../service/platform/problems/problems.ts';
import { consoleTests } from './console-tests.ts';
import { person } from './console-visit.ts';
import { typeCode } from './scanner/type-code.ts';

/** The service's texts in German. */

const tests = await consoleTests();
const { service, shop } = tests;
const part = await shop.part({ number: 'TEE' }, 1_000);
const inGerman = (path: string) => tests.signedIn(path, { locale: 'de-DE' });
const untranslated = (page: Awaited<ReturnType<typeof inGerman>>['page']) =>
  page.locator('main [lang="en"]').allInnerTexts();

/** Reports what the engine would report. */
async function needsPerson(order: number, code: string, detail: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${service.engineKey}:`).toString('base64')}`;
  const body = { step: 'ship', code, detail };
  await service.call('POST', `/engine/salesorder/${order}/attention`, body, { authorization });
}

test('every refusal of the catalogue has a title', () => {
  expect(Object.keys(titles).sort()).toEqual(Object.keys(catalogue).sort());
});

test.each([
  ['stock: 5 of part KET-STE, 2 of part CUP', 'Es fehlen: 5 × KET-STE, 2 × CUP'],
  ['stock: Of part KET-STE, 5 of 8 are not available.', 'Von KET-STE fehlen 5 von 8.'],
  ['Order S-1 is Void: there is nothing to hold.', 'Auftrag S-1 ist storniert: es gibt nichts anzuhalten.'],
  [
    'Order S-1 is on hold: No. Really. Release it first.',
    'Auftrag S-1 ist angehalten: No. Really. Lassen Sie ihn erst weiterlaufen.',
  ],
  [
    'Order S-1 is on hold: Customs. Only members of the user group A and B may release it.',
    'Auftrag S-1 ist angehalten: Customs. Nur Mitglieder von A und B lassen ihn weiterlaufen.',
  ],
  ['Order S-1 is on hold: The plugin ups failed: no. Replan it when the plugin works again, or release it.', /neu/],
  [
    'Order S-1 is on hold: Refused: no. Change its address, its carrier or the configuration, and replan it: the hold ends if no plugin refuses the new plan.',
    /Ändern Sie Adresse, Frachtführer oder Konfiguration/,
  ],
  ['Finishes pick 17; lines that are not committed go back to the order', /^Beendet die Kommissionierung 17;/],
  ['Brings stock of part TEA, and the order goes on by itself. Name each lot in tracking', /TEA ein.*Chargen/],
  ['Carton K-1-2 is of pack K-1, and not of K-2.', 'Karton K-1-2 gehört zur Packliste K-1 und nicht zu K-2.'],
  [
    'Carton K-1-1 of orders S-1, S-2 and 3 more is on no ship.',
    'Karton K-1-1 mit S-1, S-2 und 3 weitere ist auf keinem Versand.',
  ],
  ['Carton of another carrier: K-1-1 goes with Van, and not with Post.', /K-1-1 geht mit Van, nicht mit Post\.$/],
  ['Carton of another carrier: K-1-1 does not go with Post.', /K-1-1 geht nicht mit Post\.$/],
  ['Carton K-1-1 left with another pickup.', 'Karton K-1-1 ist schon abgeholt.'],
  ['Carton K-1-1 was picked up with U-7.', 'Karton K-1-1 ist schon abgeholt (U-7).'],
  [
    'One scan counts 12 of BOLT, and the pick asks for 3 at A-2, A-10.',
    'Ein Scan zählt 12 von BOLT; gebraucht werden 3 auf A-2, A-10.',
  ],
  ['Every delivery has failed for 48 hours.', 'Seit 48 Stunden ist jede Zustellung gescheitert.'],
  [
    'The Temporal server does not answer: 14 UNAVAILABLE: No connection established. Try again later.',
    'Der Temporal-Server antwortet nicht: 14 UNAVAILABLE: No connection established. Versuchen Sie es später noch einmal.',
  ],
  [
    'The Temporal server has no namespace shop. TEMPORAL_NAMESPACE names the one of the service.',
    'Der Temporal-Server hat keinen Namespace shop. TEMPORAL_NAMESPACE nennt den des Dienstes.',
  ],
  [
    'Schedule night has 1000 or more due times in this period, and a call starts 200 at most.',
    /mindestens 1000 Termine/,
  ],
  ['"Tiny" can never fire: no order matches `when`', '"Tiny" trifft nie zu: auf keinen Auftrag passt `when`'],
  ['pack: by hand → skipped', 'Verpacken: von Hand → entfällt'],
  ['hold: expected Look at it, is nothing', 'Angehalten: erwartet Look at it, ist nichts'],
  ['Rule "Small" is gone.', 'Die Regel „Small“ ist weg.'],
  ['1,204 of 5,000 orders would have another plan.', '1.204 von 5.000 Aufträgen hätten einen anderen Plan.'],
  ['To pack: 3 of A-100, 2 of B-200.', 'Zu packen: 3 × A-100, 2 × B-200.'],
] as const)('%s', (english, german) => {
  if (typeof german === 'string') expect(sentence(english)).toBe(german);
  else expect(sentence(english)).toMatch(german);
});

describe('a page in German', () => {
  test('says what an order waits for and what each call does', async () => {
    const scarce = await shop.part({ number: 'KANNE' });
    const order = await shop.issued([{ part_id: scarce, qty: 5 }]);
    const { page } = await inGerman(`/orders/${order}`);
    await page.getByText('Es fehlen: 5 × KANNE').waitFor();
    await page.getByText('Bucht Ware von KANNE ein; sie wird für den Auftrag reserviert').waitFor();
    expect(await untranslated(page)).toEqual([]);
    await shop.stock(scarce, 5);
    await page.getByText('Wartet, bis ihn jemand kommissioniert').waitFor();
    const steps = [
      ['pick', '/picklinebyorder', /^Beendet die Kommissionierung \d+;/],
      ['pack', '/packlinebyorder', /^Legt einen Karton für die Packliste \d+ an$/],
      ['ship', '/shiplinebyorder', /^Beendet den Versand \d+$/],
    ] as const;
    for (const [task, make, words] of steps) {
      expect(await untranslated(page), task).toEqual([]);
      await shop.done(make, { order_id: [order] });
      await page.getByText(words).first().waitFor();
      expect(await untranslated(page), make).toEqual([]);
      await shop.through([order], task);
    }
    await page.getByText('Verbucht alles, was bereit ist, als abgeholt').waitFor();
    expect(await untranslated(page), 'pickup').toEqual([]);
    await shop.through([order], 'pickup');
    await page.getByText('Erledigt: alles ist abgeholt').waitFor();
  });

  test('says why an issue was refused, and what speaks against it', async () => {
    const scarce = await shop.part({ number: 'LEER' });
    const order = await shop.order([{ part_id: scarce, qty: 2 }]);
    const { page } = await inGerman(`/orders/${order}`);
    await page.getByRole('button', { name: 'Freigeben', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Gegen die Freigabe spricht etwas').waitFor();
    await alert.getByText('Etwas spricht gegen die Freigabe. Sie lässt sich trotzdem erzwingen.').waitFor();
    await page.getByText('Von LEER fehlen 2 von 2.').first().waitFor();
    expect(await untranslated(page)).toEqual([]);
    await shop.done(`/salesorder/${order}/void`);
    await page.getByRole('button', { name: 'Entscheiden' }).waitFor({ state: 'detached' });
  });

  test('has a fault of a field in German, at the field', async () => {
    const order = await shop.issued([{ part_id: part, qty: 1 }]);
    const { page } = await inGerman(`/orders/${order}`);
    await page.getByRole('button', { name: 'Entscheiden' }).click();
    await page.getByRole('menuitem', { name: 'Anhalten' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Auftrag anhalten' }).click();
    await expect.poll(() => page.getByLabel('Grund').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('dialog').locator('[lang="en"]').allInnerTexts()).toEqual([]);
  });

  test('marks what it knows only in English: the words of a carrier', async () => {
    const order = await shop.issued([{ part_id: part, qty: 1 }]);
    await shop.through([order], 'pick', 'pack');
    const words = 'The postal code 12209 does not exist.';
    await needsPerson(order, 'carrier.refused', words);
    const { page, open } = await inGerman(`/orders/${order}`);
    await page.getByText('Zu klären (Versand)').waitFor();
    await expect.poll(() => untranslated(page)).toEqual([words]);
    await open('');
    await page.getByRole('link', { name: /^Frachtführer lehnt ab/ }).waitFor();
    await open(`/orders?filter=${encodeURIComponent('state = "attention"')}`);
    await page.getByText('Frachtführer lehnt ab').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });

  test('has the refusal of a permission in German', async () => {
    const reader = await person(service, ['salesorder.read']);
    const { page, faults } = await tests.signedIn('/orders', { who: reader, locale: 'de-DE' });
    await page.getByRole('table').waitFor();
    await page.route('**/salesorder?*', async (route) => {
      const [status, detail] = [
        403,
        'GET /salesorder needs the permission customer.read. An administrator can give it.',
      ];
      const problem = { status, detail, code: 'permission.missing', title: 'The permission is missing' };
      await route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await page.getByLabel('Aufträge suchen').fill('Tee');
    await page.getByText('Die Berechtigung fehlt').waitFor();
    await page.getByText('Dafür ist die Berechtigung customer.read nötig.').waitFor();
    expect(faults.splice(0).every((fault) => fault.includes('status of 403'))).toBe(true);
  });
});

/** Widths that show the usual columns without a cut. */
describe.each([{ locale: 'en-US' }, { locale: 'de-DE' }])(
  'the usual columns at 1,280 pixels in $locale',
  ({ locale }) => {
    const ids: number[] = [];
    beforeAll(async () => {
      const values = { ship_to_name: 'Alfreds', note: `Columns ${locale}` };
      const line = [{ part_id: part, qty: 1, unit_price: 1_234.5 }];
      const [waiting, held, packing, done] = [
        await shop.issued(line, values),
        await shop.issued(line, values),
        await shop.issued(line, values),
        await shop.issued(line, values),
      ];
      await shop.done(`/salesorder/${held}/hold`, { reason: 'Check it' });
      await shop.through([packing, done], 'pick');
      await shop.through([done], 'pack', 'ship', 'pickup');
      const refused = await shop.issued(line, values);
      await shop.through([refused], 'pick', 'pack');
      await needsPerson(refused, 'carrier.refused', 'No.');
      const short = await shop.issued([{ part_id: await shop.part(), qty: 1, unit_price: 7 }], values);
      ids.push(waiting, held, packing, done, refused, short, await shop.order(line, values));
      // Last, so that no later step of an order changes it; and some hours more, so that a rounded second does not.
      await service.sql.query(`update salesorder set since = now() - interval '345 days 2 hours' where id = $1`, [
        waiting,
      ]);
    });
    afterAll(() => ids.splice(0));

    test('show states, times and headings in full', async () => {
      const path = `/orders?filter=${encodeURIComponent(`note = "Columns ${locale}"`)}`;
      const { page } = await tests.signedIn(path, { locale });
      await page.locator('.orders .rows a').nth(6).waitFor();
      const cut = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            '.orders [role=cell], .orders [role=columnheader], .orders .heading span',
          ),
        ]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ innerText }) => innerText)
          // Names of customers may be of any length.
          .filter((text) => !text.includes('Futterkiste')),
      );
      expect(cut).toEqual([]);
      const sideways = await page.evaluate(() => {
        const list = document.querySelector('.orders');
        return list ? list.scrollWidth - list.clientWidth : Number.NaN;
      });
      expect(sideways).toBe(0);
      const time = page.locator('.orders time').filter({ hasText: '345' });
      expect(await time.innerText()).toBe(locale === 'de-DE' ? '345 Tg.' : '345 d');
      expect(await time.getAttribute('title')).toMatch(locale === 'de-DE' ? /^vor 345 Tagen, / : /^345 days ago, /);
    });
  },
);

test('a page of work says in German what a code is that it does not expect', async () => {
  const [own, other] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.part({ number: 'KAFFEE' })];
  expect(other).toBeGreaterThan(0);
  const { id } = await shop.done('/picklinebyorder', { order_id: [own] });
  const { page } = await inGerman(`/work/pick/${id}`);
  await page.getByText('0 von 2 Stück').waitFor();
  await typeCode(page, 'KAFFEE');
  await page.getByRole('alert').getByText('Das ist der Artikel KAFFEE.').waitFor();
  expect(await untranslated(page)).toEqual([]);
});
