// The pictures of the console: an address each, with the element that has to be visible before the picture is taken.

const rows = (page) => page.locator('.orders .rows a').first().waitFor();

/** Opens the page of an order of the sample shop. */
async function order(page, number) {
  await page.getByRole('link', { name: number, exact: true }).click();
  await page.getByRole('region', { name: 'Where it is' }).waitFor();
  await page.getByText('Steps', { exact: true }).waitFor();
  // Nothing under the pointer is lit.
  await page.mouse.move(0, 0);
}

const find = (number) => `/orders?filter=${encodeURIComponent(`number = "${number}"`)}`;

/** A phone. */
const phone = { width: 390, height: 844 };

/** Makes a list of the first order that waits for a step, and opens it. */
async function begin(page, button) {
  const site = page.getByRole('combobox', { name: 'Site' });
  await page.getByRole('button', { name: 'Take the first one' }).or(site).first().waitFor();
  if ((await site.count()) > 0 && (await site.inputValue()) === '') await site.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Take the first one' }).click();
  await page.getByRole('button', { name: button }).click();
}

/** Sends a code as a scanner does. */
async function scan(page, code) {
  await page.keyboard.insertText(code);
  await page.keyboard.press('Enter');
}

async function pick(page) {
  await begin(page, 'Pick this order');
  await page
    .getByText(/^0 of \d+ units?/)
    .first()
    .waitFor();
}

/** Rules with a fault, as somebody types them. */
const editedRules = [
  'defaults:',
  '  steps: { pick: by hand, pack: automatic, ship: by hand, pickup: by hand }',
  'rules:',
  '  - name: Large orders are looked at',
  '    when: total > 1000',
  '    then: { hold: Look at it }',
  '  - name: Fragile goods to Spain are packed by hand',
  '    when: lines.part.fragile = true && ship_country = "ES"',
  '    then: { pck: by hand }',
  'cases:',
  '  - name: A large order',
  '    given: { total: 5000 }',
  '    expect: { hold: Look at it }',
  '',
].join('\n');

export const pictures = {
  today: { path: '/', show: (page) => page.getByText('under way').first().waitFor() },
  'today-phone': {
    path: '/',
    width: 390,
    height: 844,
    show: (page) => page.getByText('under way').first().waitFor(),
  },
  orders: { path: '/orders', show: rows },
  'orders-dark': { path: '/orders', dark: true, show: rows },
  search: {
    path: '/orders',
    async show(page) {
      await rows(page);
      await page.getByLabel('Search orders').focus();
      await page.locator('.cm-editor').waitFor();
      await page.keyboard.type('total > 20 && customer.na');
      await page.getByRole('option').first().waitFor();
    },
  },
  board: {
    path: '/orders?look=board',
    height: 900,
    show: (page) => page.getByRole('region', { name: 'To pick' }).getByRole('link').first().waitFor(),
  },
  order: {
    path: find('S-1012'),
    height: 1100,
    async show(page) {
      await order(page, 'S-1012');
      await page.getByRole('button', { name: /^Why/ }).nth(1).click();
      await page.mouse.move(0, 0);
    },
  },
  bulk: {
    path: '/orders?filter=state%20%3D%20%22waiting%22',
    async show(page) {
      await rows(page);
      await page.locator('.orders .rows input[type=checkbox]').first().check();
      await page.locator('.orders .rows input[type=checkbox]').nth(1).check();
    },
  },
  palette: {
    path: '/',
    async show(page) {
      await page.getByText('under way').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('S-10');
      await page.getByRole('option', { name: /^S-10/ }).first().waitFor();
    },
  },
  'bulk-new': {
    path: `/bulkruns/new?action=hold&select=${encodeURIComponent('state = "waiting"')}`,
    async show(page) {
      await page.getByLabel('Reason').fill('Stocktaking');
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page.getByText('Nothing has changed yet.').waitFor();
    },
  },
  schedules: {
    path: '/schedules',
    async show(page) {
      const apply = page.getByRole('button', { name: 'Apply the file' });
      const next = page.getByText(/^Next \w+,/).first();
      await apply.or(next).waitFor();
      if ((await apply.count()) > 0) {
        await apply.click();
        await page.getByRole('button', { name: /^Change \d/ }).click();
      }
      await next.waitFor();
      await page.mouse.move(0, 0);
    },
  },
  rules: {
    path: '/rules',
    height: 1300,
    async show(page) {
      await page.getByText('No faults and no findings.').waitFor();
      const text = page.getByRole('textbox', { name: /^Text of / });
      await text.click();
      await page.keyboard.press('Control+a');
      await text.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, editedRules);
      await page.locator('.cm-lintRange-error').first().waitFor();
      await page.getByText(/unknown key "pck"/).waitFor();
      await page.mouse.move(0, 0);
    },
  },
  work: { path: '/work', ...phone, show: (page) => page.getByRole('checkbox').first().waitFor() },
  'work-pick': { path: '/work', ...phone, show: pick },
  'work-wrong': {
    path: '/work',
    ...phone,
    async show(page) {
      await pick(page);
      await scan(page, 'ANOTHER-PART');
      await page.getByRole('alert').waitFor();
    },
  },
  'work-pack': {
    path: '/work?step=pack',
    ...phone,
    async show(page) {
      await begin(page, 'Pack this order');
      await page.getByRole('button', { name: 'Choose cartons for me' }).click();
      await page.getByRole('img', { name: /^Drawing/ }).waitFor();
      // The drawing lights the unit that was scanned.
      await scan(page, 'MUG-BLU');
      await page.getByText('1 checked').waitFor();
    },
  },
  'scan-test': {
    path: '/work/scan-test',
    ...phone,
    async show(page) {
      await page.locator('[data-scan-field]').waitFor();
      await page.keyboard.type('4006381333931', { delay: 2 });
      await page.keyboard.press('Enter');
      await page.getByText('4006381333931').first().waitFor();
    },
  },
  setup: { path: '/setup', show: (page) => page.getByRole('main').getByRole('link').first().waitFor() },
  'setup-locations': { path: '/setup/locations', show: (page) => page.getByRole('cell').first().waitFor() },
  'setup-carton-type': {
    path: '/setup/carton-types',
    height: 1000,
    async show(page) {
      await page.getByRole('cell').getByRole('link').first().click();
      await page.getByRole('img', { name: /^A carton of/ }).waitFor();
      await page.mouse.move(0, 0);
    },
  },
  'setup-config': { path: '/setup/config', show: (page) => page.getByRole('cell').first().waitFor() },
  'setup-verify': {
    path: '/setup/verify',
    async show(page) {
      await page.getByRole('button', { name: 'Check everything' }).click();
      await page.getByText(/rules hold/).waitFor();
    },
  },
  users: { path: '/setup/users', show: (page) => page.getByRole('cell').first().waitFor() },
  user: {
    path: '/setup/users',
    height: 1100,
    async show(page) {
      await page.getByRole('cell').first().getByRole('link').click();
      await page.getByRole('region', { name: 'What this opens' }).waitFor();
    },
  },
  permissions: {
    path: '/setup/permissions?search=pick',
    show: (page) => page.getByText('pick.read', { exact: true }).waitFor(),
  },
  me: { path: '/me', show: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
};
