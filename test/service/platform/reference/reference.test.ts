import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { Model } from '../../../../service/platform/reference/model.ts';
import { reference, textOf } from './pages.ts';

const { operations } = reference.model;
const pages = new Map(reference.paths.map((path) => [path, reference.at(path)?.text ?? '']));
const pageOf = (id: string) => pages.get(`operations/${id}`) ?? '';
const part = (html: string, from: string) => html.split(`<h2 id="${from}"`)[1]?.split('<h2 id=')[0] ?? '';

type Entry = [title: string, path: string, kind: string, beside: string, text: string];
const script = join(projectRoot, 'service/platform/reference/assets/reference.mjs');
type Index = { synonyms: Record<string, string>; pages: Entry[] };
const { search } = (await import(pathToFileURL(script).href)) as { search: (index: Index, query: string) => Entry[] };
const indexPath = /data-index="docs\/([^"]+)"/.exec(pages.get('') ?? '')?.[1] ?? '';
const index = JSON.parse(reference.at(indexPath)?.text ?? '{}') as Index;

describe('each operation', () => {
  test('has a page with its title, method and address', () => {
    expect(operations.length).toBeGreaterThan(350);
    for (const { id, title, method, path } of operations) {
      const html = pageOf(id);
      expect(textOf(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? ''), id).toBe(title.replaceAll('`', ''));
      const address = textOf(/<p class="address">(.*?)<\/p>/.exec(html)?.[1] ?? '');
      expect(address.replace(/^DEL(?!ETE)/, 'DELETE'), id).toBe(`${method}${path}`);
    }
  });

  test('shows every parameter', () => {
    for (const { id, parameters } of operations) {
      const shown = [...pageOf(id).matchAll(/<dt><code>(.*?)<\/code>/g)].map(([, name]) => textOf(name ?? ''));
      for (const { name } of parameters) expect(shown, id).toContain(name);
    }
  });

  test('shows every field of its body', () => {
    const bodies = operations.filter(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(100);
    for (const { id, body } of bodies) {
      const html = part(pageOf(id), 'body');
      expect(html, id).not.toBe('');
      const schema = reference.model.resolved(body?.schema);
      for (const name of Object.keys(schema.properties ?? {})) expect(html, id).toContain(`<dt><code>${name}</code>`);
    }
  });

  test('shows every answer, and every code of an error with its meaning', () => {
    for (const { id, answers, errors } of operations) {
      const html = pageOf(id);
      for (const { status } of answers) expect(part(html, 'answers'), id).toContain(`<b class="status">${status}</b>`);
      const table = textOf(part(html, 'errors'));
      for (const { description } of errors)
        for (const line of description.split('\n')) {
          const [, code = '', meaning = ''] = /^`([^`]+)` ?(.*)$/.exec(line.trim()) ?? [];
          expect(table, id).toContain(code + meaning.trim().replaceAll('`', ''));
        }
    }
  });

  test('is in the side bar of its page, and on the page of its subject', () => {
    for (const { id, subject } of operations) {
      expect(pageOf(id), id).toContain(`<a href="../operations/${id}" aria-current="page">`);
      const slug = reference.model.subjects.find(({ name }) => name === subject)?.slug;
      expect(pages.get(`subjects/${slug}`), id).toContain(`"../operations/${id}"`);
    }
  });
});

describe('a field that may be null', () => {
  type Schema = { type?: string | string[]; enum?: unknown[]; anyOf?: unknown[]; oneOf?: unknown[] };
  const takesNull = (value: unknown): boolean => {
    const { type, enum: values, anyOf = [], oneOf = [] } = reference.model.resolved(value) as Schema;
    return [type].flat().includes('null') || !!values?.includes(null) || [...anyOf, ...oneOf].some(takesNull);
  };
  /** The types of the outermost fields of a list. */
  const typesOf = (html: string) => {
    let outer = html;
    for (let before = ''; before !== outer; ) {
      before = outer;
      outer = outer.replace(/<details>((?!<details>).)*?<\/details>/s, '');
    }
    const fields = outer.matchAll(/<dt><code>(.*?)<\/code> <span class="type">(.*?)<\/span>/g);
    return new Map([...fields].map(([, name = '', type = '']) => [name, textOf(type)]));
  };

  test('says so beside its type, and no other field does', () => {
    const counts = { nullable: 0, other: 0 };
    for (const path of reference.paths.filter((path) => path.startsWith('records/'))) {
      const name = decodeURIComponent(path.slice('records/'.length));
      const properties = (reference.model.record(name)?.properties ?? {}) as Record<string, unknown>;
      const shown = typesOf(part(pages.get(path) ?? '', 'fields'));
      for (const [field, schema] of Object.entries(properties)) {
        const type = shown.get(field) ?? '';
        if (type === 'any') continue;
        expect(type.endsWith(' or null'), `${path} ${field}: ${type}`).toBe(takesNull(schema));
        counts[takesNull(schema) ? 'nullable' : 'other']++;
      }
    }
    expect(counts.nullable).toBeGreaterThan(200);
    expect(counts.other).toBeGreaterThan(200);
  });

  test('of a body says so, too', () => {
    for (const { id, body } of operations.filter(({ body }) => body)) {
      const { properties = {} } = reference.model.resolved(body?.schema) as { properties?: Record<string, unknown> };
      const shown = typesOf(part(pageOf(id), 'body'));
      for (const [field, schema] of Object.entries(properties))
        if (shown.get(field) !== 'any')
          expect(shown.get(field)?.endsWith(' or null'), `${id} ${field}`).toBe(takesNull(schema));
    }
  });
});

test('a record that an operation answers has an example of its fields', () => {
  const names = ['SalesOrder', 'Customer', 'Part', 'Carton', 'Webhook'];
  for (const name of names) {
    const [, code = ''] = /<h2>Example<\/h2>.*?<code>(.*?)<\/code>/s.exec(pages.get(`records/${name}`) ?? '') ?? [];
    const example = JSON.parse(textOf(code)) as object;
    expect(Object.keys(reference.model.record(name)?.properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(example)),
    );
  }
});

describe('the search', () => {
  test('finds every operation by its title, first', () => {
    for (const { id, title } of operations) {
      const [first] = search(index, title.replaceAll('`', ''));
      expect(first?.[1], title).toBe(`operations/${id}`);
    }
  });

  test('finds every operation by its address, and by the first words of its description', () => {
    for (const { id, method, path, description } of operations) {
      const found = search(index, `${method} ${path}`).map(([, page]) => page);
      expect(found, id).toContain(`operations/${id}`);
      const own = textOf(description).replace(/Needs the permission .*/s, '');
      const words = own.replace(/[`*]/g, '').split(/\s+/).slice(0, 8).join(' ').trim();
      if (words)
        expect(
          search(index, words).map(([, page]) => page),
          words,
        ).toContain(`operations/${id}`);
    }
  });

  test.each([
    ['issue', 'operations/'],
    ['hold an order', 'concepts/holds'],
    ['idempotency key', 'concepts/idempotency'],
    ['webhook signature', 'concepts/webhooks#verify-the-signature'],
    ['if-match', 'concepts/idempotency#changes-only-if-unchanged'],
  ])('for %s leads to %s', (query, page) => {
    expect(search(index, query).some(([, path]) => path.startsWith(page))).toBe(true);
  });

  const first = (query: string, most: number) =>
    search(index, query)
      .slice(0, most)
      .map(([, path]) => path);

  test.each([
    ['delivery', 'concepts/first-requests#one-order-from-creation-to-delivery'],
    ['refund', 'operations/voidSalesOrder'],
    ['cancel an order', 'operations/voidSalesOrder'],
    ['how do I cancel an order', 'operations/voidSalesOrder'],
    ['stock', 'subjects/stock'],
    ['inventory', 'operations/listInventory'],
    ['parcel', 'subjects/ship'],
    ['box', 'operations/getCarton'],
    ['label', 'operations/getCartonLabel'],
    ['login', 'operations/login'],
    ['login', 'concepts/first-requests#credentials'],
    ['api key', 'operations/createUserApiKey'],
    ['api key', 'concepts/first-requests#credentials'],
    ['rate limit', 'concepts/errors#what-to-do-about-a-status'],
    ['pagination', 'concepts/lists'],
    ['sku', 'subjects/parts'],
    ['warehouse', 'operations/createSite'],
    ['callback', 'concepts/webhooks'],
    ['tracking', 'operations/trackCarton'],
    ['swagger', 'operations/getOpenApi'],
    ['swagger', 'concepts/generate-a-client'],
    ['sdk', 'concepts/generate-a-client'],
    ['oapi-codegen', 'concepts/generate-a-client#go-oapi-codegen'],
    ['next page', 'concepts/lists'],
    ['async', 'concepts/background'],
    ['retry', 'concepts/idempotency'],
  ])('for %s leads to %s in its first six', (query, page) => {
    expect(first(query, 6)).toContain(page);
  });

  test('knows a page for each synonym', () => {
    const synonyms = Object.entries(index.synonyms);
    expect(synonyms.length).toBeGreaterThan(50);
    for (const [word, others] of synonyms) {
      expect(search(index, word), word).not.toEqual([]);
      for (const other of others.split(', ')) expect(search(index, other), `${word}: ${other}`).not.toEqual([]);
    }
  });

  test.each([
    ['lable', 'operations/getCartonLabel'],
    ['cutsomer', 'operations/createCustomer'],
    ['stok', 'subjects/stock'],
    ['webook', 'concepts/webhooks'],
    ['idempotncy key', 'concepts/idempotency#a-key-for-each-request'],
    ['shpment', 'subjects/ship'],
    ['refnud', 'operations/voidSalesOrder'],
    ['hold an ordder', 'operations/holdSalesOrder'],
    ['salesorder.fulfiled', 'concepts/webhooks#event-salesorder-fulfilled'],
  ])('forgives one wrong letter: %s', (query, page) => {
    expect(first(query, 6)).toContain(page);
  });

  test('leads from the name of each event to it on the page about webhooks, but shows records first', () => {
    const events = Object.keys(reference.model.description.webhooks as object);
    expect(events.length).toBeGreaterThan(100);
    for (const event of events) {
      expect(first(event, 1), event).toEqual([`concepts/webhooks#event-${event.replace('.', '-')}`]);
      expect(pages.get('concepts/webhooks'), event).toContain(`<code>${event}</code>`);
    }
    expect(first('carton', 3).filter((path) => path.includes('#event-'))).toEqual([]);
  });

  test('takes any text, and finds nothing for words that no page has', () => {
    for (const text of ['', '   ', '(', '\\', '[a-', '*'.repeat(2000), '\0'])
      expect(() => search(index, text)).not.toThrow();
    expect(search(index, 'xylophone order')).toEqual([]);
  });

  test('takes under 50 ms', () => {
    const queries = operations.map(({ title }) => title);
    search(index, 'warm');
    const start = performance.now();
    for (const query of queries) search(index, query);
    const each = (performance.now() - start) / queries.length;
    if (process.env.PRINT_FIGURES)
      console.log(`search: ${each.toFixed(2)} ms, index ${JSON.stringify(index).length} bytes`);
    expect(each).toBeLessThan(50);
  });
});

describe('links', () => {
  test('lead to pages and anchors that are there', () => {
    const ids = new Map(
      [...pages].map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    let checked = 0;
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const { host, pathname, hash } = new URL(textOf(href), `http://reference/docs${path && '/'}${path}`);
        if (host !== 'reference' || pathname === '/openapi.json') continue;
        const target = decodeURIComponent(pathname).replace(/^\/docs\/?/, '');
        expect(pages.has(target), `${href} on ${path}`).toBe(true);
        if (hash) expect(ids.get(target)?.has(hash.slice(1)), `${href} on ${path}`).toBe(true);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(5000);
  });

  test('of the search lead to pages and anchors that are there', () => {
    for (const [title, address] of index.pages) {
      const [path = '', anchor] = address.split('#');
      expect(pages.has(path), title).toBe(true);
      if (anchor) expect(pages.get(path), address).toContain(`id="${anchor}"`);
    }
  });

  test('every request that a concept page names is an operation', () => {
    const concepts = [...pages].filter(([path]) => path.startsWith('concepts/'));
    expect(concepts.length).toBeGreaterThanOrEqual(7);
    for (const [path, html] of concepts)
      for (const [whole, before = '', code = ''] of html.matchAll(
        /(<a [^>]+>)?<code>((?:GET|POST|PUT|DELETE) \/[^<]*)<\/code>/g,
      ))
        expect(before, `${path}: ${code} ${whole}`).toMatch(/operations\//);
  });
});

test('text of a description that looks like HTML is shown as text', async () => {
  const hostile = '<script>alert(1)</script> [x](javascript:alert(1)) `<b>`';
  const operation = {
    operationId: 'x',
    summary: hostile,
    description: hostile,
    tags: [hostile],
    responses: { 200: { description: hostile } },
  };
  const { Reference } = await import('../../../../service/platform/reference/reference.ts');
  const info = { title: 'T', version: '1', description: hostile };
  const other = new Reference({ info, paths: { '/x': { get: operation } }, components: {} }, () => undefined);
  for (const path of other.paths) {
    const html = other.at(path)?.text ?? '';
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('href="javascript:');
    expect(html).not.toContain('<b>`');
  }
});

test('the pages rely on no name of an operation: a small description has them, too', () => {
  const model = new Model({
    info: {},
    paths: {
      '/a/{b}': {
        parameters: [{ name: 'b', in: 'path', required: true }],
        patch: { responses: { 200: { description: 'Done' } } },
      },
    },
  });
  expect(model.operations.map(({ id, title, subject, parameters }) => [id, title, subject, parameters.length])).toEqual(
    [['patch-a-b', 'PATCH /a/{b}', 'Other', 1]],
  );
});
