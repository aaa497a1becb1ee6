// The pictures of the console: an address each, and what is to be seen on it before the picture is taken.

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
  me: { path: '/me', show: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
};
