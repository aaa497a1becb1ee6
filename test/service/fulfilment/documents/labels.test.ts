import { describe, expect, test } from 'vitest';
import { commandCodes } from '../../../../lib/barcodes/command-codes.ts';
import { barcodesOf } from '../../../lib/printing/read-barcodes.ts';
import { readPdf } from '../../../lib/printing/read-pdf.ts';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop();

interface Made {
  id: number;
  kind: string;
  number: string;
  site_id: number;
}
const print = (body: object): Promise<Made[]> => shop.done('/document', body);
const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
const bytesOf = async (path: string) => {
  const answer = await fetch(service.url + path, { headers: { authorization: basic(service.adminKey) } });
  expect(answer.status, path).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};
const barcodes = async (id: number) => (await barcodesOf(await bytesOf(`/document/${id}/pdf`))).flat();
const person = async (values: object = {}): Promise<number> =>
  (await shop.done('/user', { first_name: 'Ana', last_name: 'Weber', password: 'correct horse', ...values })).id;
const refusal = async (body: object) => {
  const answer = await shop.post('/document', body);
  return [`${answer.status} ${answer.body.code}`, answer.body.detail as string];
};

describe('location labels', () => {
  test('of one location and of several have the name, and a barcode that a scanner reads', async () => {
    const [one, other] = [await shop.storage('L-10-1'), await shop.storage('L-2-1')];
    const [single] = await print({ kind: 'locationlabel', location_id: one });
    expect(single).toMatchObject({
      kind: 'locationlabel',
      number: 'L-10-1',
      site_id: shop.siteId,
      salesorder_id: null,
    });
    expect(await barcodes(single!.id)).toEqual(['L-10-1']);
    const [both, ...more] = await print({ kind: 'locationlabel', location_id: [one, other] });
    expect([both!.number, more]).toEqual(['L-10-1 – L-2-1', []]);
    expect(await barcodes(both!.id)).toEqual(['L-10-1', 'L-2-1']);
    const printout = await bytesOf(`/printout?document_id=${both!.id},${single!.id}`);
    expect((await readPdf(printout)).pages.map((page) => page.match(/L-\d+-1/g)!.length)).toEqual([4, 2]);
  });

  test('of a site are those of its active storage locations, in walking order, apart from other sites', async () => {
    const { id: site_id } = await shop.done('/site', { name: 'Annex', sitetype_id: 1 });
    expect(await refusal({ kind: 'locationlabel', site_id })).toEqual([
      '409 document.nothing-to-print',
      'Site Annex has no active storage location: make one with POST /location.',
    ]);
    const ids: number[] = [];
    for (const name of ['X-10', 'X-9', 'X-1']) ids.push((await shop.done('/location', { name, site_id })).id);
    await shop.done('/location', { name: 'Moving', site_id, locationtype_id: 2 });
    await shop.done('/location', { name: 'Closed', site_id, active: false });
    const [annex] = await print({ kind: 'locationlabel', site_id });
    expect(annex).toMatchObject({ number: 'X-1 – X-10', site_id });
    expect(await barcodes(annex!.id)).toEqual(['X-1', 'X-9', 'X-10']);
    const apart = await print({ kind: 'locationlabel', location_id: [ids[0], await shop.storage('L-30')] });
    expect(apart.map((made) => [made.site_id, made.number])).toEqual([
      [site_id, 'X-10'],
      [shop.siteId, 'L-30'],
    ]);
  });

  test('are 500 in a document at most', async () => {
    const { id: site_id } = await shop.done('/site', { name: 'Tower', sitetype_id: 1 });
    await service.sql.query(
      `insert into location (site_id, locationtype_id, name) select $1, 1, 'T-' || n from generate_series(1, 501) n`,
      [site_id],
    );
    const made = await print({ kind: 'locationlabel', site_id });
    expect(made.map(({ number }) => number)).toEqual(['T-1 – T-500', 'T-501']);
    expect((await readPdf(await bytesOf(`/document/${made[0]!.id}/pdf`))).pages).toHaveLength(50);
  });

  test('do not change when the location changes', async () => {
    const id = await shop.storage('Old-1');
    const [made] = await print({ kind: 'locationlabel', location_id: id });
    await shop.done(`/location/${id}`, { name: 'New-1' }, 'PUT');
    expect(await barcodes(made!.id)).toEqual(['Old-1']);
  });

  test('are refused for cartons, unknown locations, and records of other kinds', async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
    await shop.through([order], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    const { location_id } = await shop.done(`/pack/${pack.id}/carton`, {});
    const [code, detail] = await refusal({ kind: 'locationlabel', location_id });
    expect([code, detail]).toEqual(['409 document.nothing-to-print', expect.stringContaining('is a carton')]);
    expect((await refusal({ kind: 'locationlabel', location_id: [1, 999_999] }))[0]).toBe('422 reference.unknown');
    expect((await refusal({ kind: 'locationlabel', site_id: 999_999 }))[0]).toBe('422 reference.unknown');
    const location = await shop.storage('L-40');
    for (const body of [
      { kind: 'locationlabel' },
      { kind: 'locationlabel', pick_id: 1 },
      { kind: 'locationlabel', location_id: location, site_id: shop.siteId },
      { kind: 'picklist', location_id: location },
      { kind: 'badge', location_id: location },
      { kind: 'badge' },
    ]) {
      expect((await refusal(body))[0]).toBe('422 body.invalid');
    }
  });

  test('of another site are refused to a user who may not act there', async () => {
    const { id: site } = await shop.done('/site', { name: 'Own', sitetype_id: 1 });
    const permissions = ['document.create', 'location.read'];
    const user = { first_name: 'Nora', usertype: 'API', permissions, site_ids: [site], site_id: site };
    const { api_key } = await shop.done('/user', user);
    const body = { kind: 'locationlabel', site_id: shop.siteId };
    const answer = await service.call('POST', '/document', body, { authorization: basic(api_key) });
    expect([answer.status, answer.body.code]).toEqual([403, 'site.not-allowed']);
  });
});

describe('badges', () => {
  test('have the name of a person, and the e-mail address as a barcode that a scanner reads', async () => {
    const ana = await person({ email: 'ana.weber@example.com' });
    const tom = await person({ first_name: 'Tom', last_name: null, email: 'tom_3@example.com' });
    const [made, ...more] = await print({ kind: 'badge', user_id: [tom, ana] });
    expect([made, more]).toMatchObject([{ kind: 'badge', number: 'Tom – Ana Weber', salesorder_id: null }, []]);
    expect(await barcodes(made!.id)).toEqual(['tom_3@example.com', 'ana.weber@example.com']);
    const [text] = (await readPdf(await bytesOf(`/document/${made!.id}/pdf`))).pages;
    expect(text).toContain('Ana Weber');
  });

  test('have a QR code for an e-mail address that is too long for bars', async () => {
    const emails = ['a.very.long.address@warehouse.example.com', `${'b'.repeat(242)}@example.com`];
    const ids = await Promise.all(emails.map((email) => person({ email })));
    const [made] = await print({ kind: 'badge', user_id: ids });
    expect(await barcodes(made!.id)).toEqual(emails);
    expect((await service.call('GET', `/scan?code=${emails[0]}`)).body.matches).toMatchObject([
      { kind: 'user', id: ids[0] },
    ]);
  });

  test('sign nobody in', async () => {
    const email = 'badge.only@example.com';
    await person({ email });
    const tries = [
      service.call('POST', '/login', { email, password: email }),
      service.call('GET', '/salesorder', undefined, { authorization: basic(email) }),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(401);
  });

  test('need the permission to read users', async () => {
    const id = await person({ email: 'shown@example.com' });
    const keyOf = async (permissions: string[]) =>
      (await shop.done('/user', { first_name: 'Printer', usertype: 'API', permissions })).api_key;
    const attempt = async (key: string) =>
      service.call('POST', '/document', { kind: 'badge', user_id: id }, { authorization: basic(key) });
    const refused = await attempt(await keyOf(['document.create', 'document.read']));
    expect([refused.status, refused.body.code, refused.body.permission]).toEqual([
      403,
      'permission.missing',
      'user.read',
    ]);
    expect((await attempt(await keyOf(['document.*', 'user.read']))).status).toBe(201);
  });

  test('are refused for programs, for people who are not active, and without an address that scanners send', async () => {
    const { id: program } = await shop.done('/user', { first_name: 'Web', usertype: 'API' });
    const away = await person({ email: 'away@example.com', active: false });
    const nameless = await person({ first_name: null, last_name: null });
    const umlaut = await person({ email: 'jürgen@example.com' });
    const refused: [number, RegExp][] = [
      [program, /is a program/],
      [away, /is not active: PUT \/user\/\d+/],
      [nameless, /has no e-mail address.*PUT \/user\/\d+/],
      [umlaut, /letters beyond ASCII/],
    ];
    for (const [id, why] of refused) {
      const [code, detail] = await refusal({
        kind: 'badge',
        user_id: [await person({ email: `p${id}@example.com` }), id],
      });
      expect([code, detail]).toEqual(['409 document.nothing-to-print', expect.stringMatching(why)]);
    }
    expect((await refusal({ kind: 'badge', user_id: 999_999 }))[0]).toBe('422 reference.unknown');
  });
});

describe('a sheet of the command codes', () => {
  test('has each code once, with its meaning in words, and is of no record', async () => {
    const [made, ...more] = await print({ kind: 'commandsheet' });
    expect([made, more]).toMatchObject([{ kind: 'commandsheet', number: 'Command codes', salesorder_id: null }, []]);
    expect(await barcodes(made!.id)).toEqual(Object.keys(commandCodes));
    const { pages } = await readPdf(await bytesOf(`/document/${made!.id}/pdf`));
    expect(pages).toHaveLength(1);
    for (const words of ['New carton', 'Takes the last count of a pick back', 'Answers a wrong scan'])
      expect(pages[0]).toContain(words);
    const [code, detail] = await refusal({ kind: 'commandsheet', site_id: shop.siteId });
    expect([code, detail]).toEqual(['422 body.invalid', 'site_id does not fit a commandsheet: it is of no record.']);
  });
});
