import { expect, test } from 'vitest';
import {
  componentSchemas,
  pageSchema,
  resourceSchema,
} from '../../../../service/platform/listing/declaration/schema.ts';
import { item, list } from '../../../../service/platform/listing/list.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { customer, openShop, order, stock } from './shop.ts';

const shop = await untilEnd(openShop());

test('every record fits its schema, with and without embedded objects', async () => {
  for (const embed of ['', 'groups,default_email,orders.lines.part.stock']) {
    for (const id of [1, 2, 3]) {
      const served = JSON.parse((await item(shop, customer, id, { embed }))!);
      expect(resourceSchema(customer).strict().parse(served)).toEqual(served);
    }
  }
  const page = JSON.parse(
    String(await list(shop, order, { embed: 'customer' }, { url: '/order', readAccess: everything })),
  );
  expect(pageSchema(order).strict().parse(page)).toEqual(page);
});

test('a schema marks nullable fields, omits hidden fields, and makes embeds optional', () => {
  const { customer: schema } = componentSchemas([customer]) as Record<string, { [key: string]: never }>;
  expect(schema?.properties).toMatchObject({ name: { type: 'string' }, id: { type: 'integer' } });
  expect(schema?.properties).not.toHaveProperty('password');
  expect(schema?.required).toContain('seen_at');
  expect(schema?.required).not.toContain('groups');
  expect(
    resourceSchema(customer)
      .safeParse({ seen_at: 5 })
      .error?.issues.map((issue) => issue.path[0]),
  ).toContain('seen_at');
});

test('components refer to each other, and everything referred to is there', () => {
  const components = componentSchemas([order]);
  const text = JSON.stringify(components);
  const referred = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
  expect(referred).toContain('#/components/schemas/customer');
  for (const reference of referred) {
    expect(Object.keys(components)).toContain(reference.replace('#/components/schemas/', ''));
  }
  expect(Object.keys(components)).toContain(stock.name);
});
