import { describe, expect, test } from 'vitest';
import { consoleTests } from '../console-tests.ts';
import { person } from '../console-visit.ts';

/** The pages of locations, carriers and carton types. The common behavior of all records is in sites.test.ts. */

const evil = '<img src=x onerror="window.hacked = true">';

const { signedIn, service, shop } = await consoleTests({ verify: true });

type Page = Awaited<ReturnType<typeof signedIn>>['page'];

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).first();
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' });
const invalid = (page: Page, label: string) =>
  expect.poll(() => field(page, label).getAttribute('aria-invalid')).toBe('true');
const create = (page: Page) => page.getByRole('button', { name: 'Create' }).click();
const remove = async (page: Page) => {
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
};

/** Packs something into a new carton of a type. */
async function carton(type: number): Promise<{ id: number }> {
  const part = await shop.part({}, 10);
  const order = await shop.issued([{ part_id: part, qty: 1 }]);
  await shop.through([order], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order] });
  return shop.done(`/pack/${pack.id}/carton`, { cartontype_id: type });
}

describe('locations', () => {
  test('are made, refused at their fields, switched off, and deleted unless something was stored there', async () => {
    const { page, accessible } = await signedIn('/setup/locations');
    await page.getByRole('link', { name: 'New location' }).click();
    await field(page, 'Name').fill('B-10');
    await page.getByLabel('Kind').selectOption('Moving');
    await create(page);
    // Ana has no current site.
    await expect.poll(() => page.getByLabel('Site').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Site').selectOption(String(shop.siteId));
    await create(page);
    // A site has one moving location.
    await page.getByRole('alert').filter({ hasText: 'has the moving location' }).waitFor();
    await page.getByLabel('Kind').selectOption('Storage');
    await page.getByLabel('Barcode').fill('PLACE-10');
    await accessible();
    await create(page);
    await page.getByRole('heading', { level: 1, name: 'B-10' }).waitFor();
    expect(await page.getByLabel('Site').isDisabled()).toBe(true);
    await page.getByLabel('In use').uncheck();
    await save(page).click();
    await saved(page).waitFor();
    await accessible();
    const [made] = (await service.client.location.list({ where: { name: 'B-10' } })).data;
    expect(made).toMatchObject({ active: false, barcode: 'PLACE-10', site_id: shop.siteId, locationtype_id: 1 });
    await page.goto(`${service.url}/console/setup/locations/new`);
    await field(page, 'Name').fill('B-10');
    await page.getByLabel('Site').selectOption(String(shop.siteId));
    await create(page);
    await invalid(page, 'Name');
    await field(page, 'Name').fill('');
    await create(page);
    await invalid(page, 'Name');

    await page.goto(`${service.url}/console/setup/locations/${made?.id}`);
    await remove(page);
    await page.getByRole('heading', { level: 1, name: 'Locations' }).waitFor();
    await shop.part({ number: 'STORED' }, 4);
    await page.goto(`${service.url}/console/setup/locations/${shop.stockId}`);
    await remove(page);
    await page
      .getByRole('dialog')
      .getByText(/Other records \(.+\) refer to it/)
      .waitFor();
  });

  test('have labels: of one, or of all that an expression finds', async () => {
    for (const name of ['L-2', 'L-10', 'L-1']) await shop.storage(name);
    const { page, context } = await signedIn('/setup/locations');
    const opened: string[] = [];
    context.on('request', (request) => opened.push(new URL(request.url()).pathname));
    const printed = async (press: () => Promise<void>) => {
      const made = page.waitForResponse((response) => /\/document$/.test(response.url()) && response.status() === 201);
      await press();
      const [document] = await (await made).json();
      await expect.poll(() => opened).toContain(`/document/${document.id}/pdf`);
      const bytes = await service.client.document.pdf(document.id);
      expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-');
      return document.number;
    };
    await field(page, 'Search').fill('name = "L-%"');
    await page.getByText('3 locations', { exact: true }).waitFor();
    // In walking order: L-2 precedes L-10.
    expect(await printed(() => page.getByRole('button', { name: 'Print 3 labels' }).click())).toBe('L-1 – L-10');
    expect(await printed(() => page.getByRole('button', { name: 'Print the label of L-2' }).click())).toBe('L-2');
    await page.getByRole('link', { name: 'L-10' }).click();
    expect(await printed(() => page.getByRole('button', { name: 'Print the label' }).click())).toBe('L-10');
  });

  test('are not cartons, which the list leaves out and whose page changes nothing', async () => {
    const { id } = await carton(await shop.cartontype());
    const location = (await service.client.carton.get(id)).location_id;
    const { page } = await signedIn(`/setup/locations/${location}`);
    await page.getByText('This is a carton.').waitFor();
    expect(await page.getByRole('button', { name: /Save|Delete|Print/ }).count()).toBe(0);
    await page.goto(`${service.url}/console/setup/locations?filter=id%20%3D%20${location}`);
    await page.getByText('Nothing matches.').waitFor();
  });
});

describe('carriers', () => {
  test('are made with service levels, which are added, renamed and deleted', async () => {
    const { page, accessible } = await signedIn('/setup/carriers/new');
    await field(page, 'Name').fill('Night Van');
    await page.getByLabel('SCAC').fill('NVAN');
    await page.getByLabel('Tracking page').fill('https://van.example/{tracking_number}');
    await create(page);
    await page.getByRole('heading', { level: 1, name: 'Night Van' }).waitFor();
    const levels = page.getByRole('region', { name: 'Service levels' });
    await levels.getByText('There is no service level yet.').waitFor();
    await levels.getByRole('button', { name: 'Add' }).click();
    await invalid(page, 'New service level');
    for (const name of ['Overnight', 'Weekend']) {
      await levels.getByLabel('New service level').fill(name);
      await page.keyboard.press('Enter');
      await levels.getByRole('listitem').filter({ hasText: name }).waitFor();
    }
    await accessible();
    await levels.getByRole('button', { name: 'Rename Weekend' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Saturday');
    await accessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await levels.getByText('Saturday').waitFor();
    await levels.getByRole('button', { name: 'Delete Overnight' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await levels.getByText('Overnight').waitFor({ state: 'detached' });
    const [carrier] = (await service.client.carrier.list({ where: { name: 'Night Van' }, embed: 'servicelevels' }))
      .data;
    expect(carrier?.servicelevels.map(({ name }) => name)).toEqual(['Saturday']);
    // The form of the carrier continues with the new version: its service levels are a part of it.
    await page.getByLabel('SCAC').fill('NV');
    await save(page).click();
    await saved(page).waitFor();
  });

  test('have one default, and stay while orders name them', async () => {
    const [one, other] = [await shop.carrier('Post'), await shop.carrier('Express')];
    await service.client.carrier.update(one, { default: true });
    const { page } = await signedIn(`/setup/carriers/${other}`);
    await page.getByLabel('For orders without a carrier').check();
    await save(page).click();
    await saved(page).waitFor();
    expect((await service.client.carrier.get(one)).default).toBe(false);
    const part = await shop.part({}, 1);
    await shop.order([{ part_id: part, qty: 1 }], { carrier_id: other });
    await remove(page);
    await page
      .getByRole('dialog')
      .getByText(/refer to it, so it cannot be deleted/)
      .waitFor();
    await page.goto(`${service.url}/console/setup/carriers`);
    await page.getByRole('row').filter({ hasText: 'Express' }).getByText('default').waitFor();
  });

  test('a service level that somebody else has renamed meanwhile is not overwritten', async () => {
    const id = await shop.carrier('Contested');
    const level = await service.client.carrier.servicelevel.create(id, { name: 'Day' });
    const { page } = await signedIn(`/setup/carriers/${id}`);
    await page.getByRole('button', { name: 'Rename Day' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Mine');
    await service.client.carrier.servicelevel.update(id, level.id, { name: 'Theirs' });
    await dialog.getByText('Somebody else wrote: Theirs').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Mine');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Keep what I typed' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await service.client.carrier.servicelevel.get(id, level.id)).name).toBe('Mine');
  });
});

describe('carton types', () => {
  test('are made with units and a drawing, changed, and stay while cartons have them', async () => {
    const { page, accessible } = await signedIn('/setup/carton-types/new');
    await page.getByText('With all three sizes the carton is drawn here.').waitFor();
    await field(page, 'Name').fill('Flat');
    await page.getByLabel('Inner width').fill('three');
    await create(page);
    await invalid(page, 'Inner width');
    await page.getByLabel('Inner width').fill('300');
    await page.getByLabel('Inner length').fill('200');
    await page.getByLabel('Inner depth').fill('0');
    await create(page);
    await invalid(page, 'Inner depth');
    await page.getByLabel('Inner depth').fill('50');
    await page.getByRole('img', { name: 'A carton of 300 × 200 × 50 mm inside' }).waitFor();
    await page.getByLabel('Empty weight').fill('80');
    await page.getByLabel('Cartons left').fill('40');
    await accessible();
    await create(page);
    await page.getByRole('heading', { level: 1, name: 'Flat' }).waitFor();
    const [type] = (await service.client.cartontype.list({ where: { name: 'Flat' } })).data;
    // The outside is as large as the inside.
    expect(type).toMatchObject({ inner_width_mm: 300, outer_width_mm: 300, empty_weight_g: 80, supply: 40 });
    expect(await page.getByLabel('Outer depth').inputValue()).toBe('50');
    await page.getByLabel('Cartons left').fill('');
    await save(page).click();
    await saved(page).waitFor();
    expect((await service.client.cartontype.get(type?.id ?? 0)).supply).toBeNull();

    await page.goto(`${service.url}/console/setup/carton-types`);
    const row = page.getByRole('row').filter({ hasText: 'Flat' });
    await row.getByRole('img').waitFor();
    await row.getByText('300 × 200 × 50 mm').waitFor();
    await row.getByText('unlimited').waitFor();
    await accessible();

    await carton(type?.id ?? 0);
    await row.getByRole('link').click();
    await remove(page);
    await page.getByRole('dialog').getByText('Other records (carton) refer to it').waitFor();
  });
});

test.each([
  {
    path: '/locations',
    resource: 'location',
    label: 'Barcode',
    mine: 'MINE',
    theirs: { name: 'Theirs 1' },
    make: () => shop.storage(),
  },
  {
    path: '/carriers',
    resource: 'carrier',
    label: 'SCAC',
    mine: 'MINE',
    theirs: { name: 'Theirs 2' },
    make: () => shop.carrier('Two'),
  },
  {
    path: '/carton-types',
    resource: 'cartontype',
    label: 'Empty weight',
    mine: '7',
    theirs: { name: 'Theirs 3' },
    make: () => shop.cartontype(),
  },
])(
  'two people save $path at the same moment: both changes are kept',
  async ({ path, resource, label, mine, theirs, make }) => {
    const id = await make();
    const { page } = await signedIn(`/setup${path}/${id}`);
    await field(page, label).fill(mine);
    let isFirst = true;
    await page.route(
      ({ pathname }) => pathname.endsWith(`/${resource}/${id}`),
      async (route) => {
        if (route.request().method() === 'PUT' && isFirst) {
          isFirst = false;
          await shop.done(`/${resource}/${id}`, theirs, 'PUT');
        }
        await route.continue();
      },
    );
    const refused = page.waitForResponse((response) => response.status() === 412);
    await save(page).click();
    await refused;
    await page.getByRole('alert').filter({ hasText: 'Somebody else changed' }).first().waitFor();
    await expect.poll(() => field(page, 'Name').inputValue()).toBe(theirs.name);
    expect(await field(page, label).inputValue()).toBe(mine);
    await save(page).click();
    await saved(page).waitFor();
  },
);

test('texts of others stay texts, on a small screen, in the dark and in German', { timeout: 90_000 }, async () => {
  const location = await shop.storage(evil);
  await service.client.location.update(location, { barcode: evil });
  const carrier = await shop.carrier(evil);
  await service.client.carrier.update(carrier, { tracking_url: `https://${evil}`, scac: '<b>x</b>' });
  await service.client.carrier.servicelevel.create(carrier, { name: evil });
  const type = await shop.cartontype({ name: evil });
  for (const look of [{ width: 390 }, { width: 390, dark: true, locale: 'de-DE' }]) {
    const { page, accessible } = await signedIn('/setup', look);
    for (const [list, id] of [
      ['/locations', location],
      ['/carriers', carrier],
      ['/carton-types', type],
    ] as const) {
      for (const path of [list, `${list}/new`, `${list}/${id}`]) {
        await page.goto(`${service.url}/console/setup${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (path.endsWith(String(id))) await page.getByRole('heading', { level: 1, name: '<img' }).waitFor();
        await page.waitForTimeout(300);
        await accessible();
        const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        expect(widths[0], path).toBeLessThanOrEqual(widths[1] as number);
        if (process.env.CONVEYOR_SCREENSHOTS) {
          const name = `setup${path.replaceAll(/\W/g, '-')}-${look.dark ? 'dark' : 'light'}`;
          await page.screenshot({ path: `${process.env.CONVEYOR_SCREENSHOTS}/${name}.png`, fullPage: true });
        }
        expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
        if (look.locale) expect(await page.locator('main [lang="en"]').allInnerTexts()).toEqual([]);
      }
    }
  }
});

const kinds = [
  { resource: 'location', path: '/locations', create: 'New location', prints: true },
  { resource: 'carrier', path: '/carriers', create: 'New carrier', prints: false },
  { resource: 'cartontype', path: '/carton-types', create: 'New carton type', prints: false },
] as const;

const setsOf = (resource: string) => [
  { permissions: ['salesorder.read'], offers: [] },
  { permissions: [`${resource}.read`], offers: [] },
  { permissions: [`${resource}.read`, `${resource}.create`], offers: ['create'] },
  { permissions: [`${resource}.read`, `${resource}.update`, 'site.read'], offers: ['Save'] },
  {
    permissions: [`${resource}.read`, `${resource}.delete`, 'document.create', 'document.read'],
    offers: ['Delete', 'print'],
  },
  { permissions: [`${resource}.create`], offers: [] },
  { permissions: ['*'], offers: ['create', 'Save', 'Delete', 'print'] },
];

describe.each(kinds)('$path', ({ resource, path, create: created, prints }) => {
  test.each(setsOf(resource))('$permissions', async ({ permissions, offers }) => {
    const ids = { location: shop.stockId, carrier: await anyCarrier(), cartontype: await shop.cartontype() };
    const who = await person(service, permissions);
    const { page } = await signedIn('/me', { who });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    const shown = new Set<string>();
    for (const address of ['', path, `${path}/new`, `${path}/${ids[resource]}`]) {
      await page.goto(`${service.url}/console/setup${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const main = page.getByRole('main');
      const button = (name: string | RegExp) =>
        main.getByRole('button', { name }).or(main.getByRole('link', { name })).first();
      if ((await button(created).count()) > 0) shown.add('create');
      if ((await button('Save').count()) > 0) shown.add('Save');
      if ((await button('Delete').count()) > 0) shown.add('Delete');
      if ((await button(/^Print/).count()) > 0) shown.add('print');
    }
    expect([...shown].sort()).toEqual(offers.filter((one) => one !== 'print' || prints).sort());
    expect(refused).toEqual([]);
  });
});

async function anyCarrier(): Promise<number> {
  const [first] = (await service.client.carrier.list({ perPage: 1 })).data;
  return first?.id ?? shop.carrier('Any');
}
