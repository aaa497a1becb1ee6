import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { typeName } from '../../service/platform/openapi/type-names.ts';
import { generated } from '../../service/typed-client/generate.ts';
import { jsonType } from '../../service/typed-client/json-type.ts';

const files = generated();

test.each(Object.keys(files))('%s is as generated (`npm run generate` writes it)', (path) => {
  expect(readFileSync(join(projectRoot, path), 'utf8')).toBe(files[path]);
});

test('the name of a type has the words of its resource', () => {
  expect(typeName('salesorderline')).toBe('SalesOrderLine');
  expect(typeName('qty_available_for_pick')).toBe('QtyAvailableForPick');
  expect(typeName('pickup')).toBe('Pickup');
  expect(typeName('carton', 'drawing')).toBe('CartonDrawing');
});

test('a decimal can be sent as text, and an id cannot', () => {
  expect(jsonType({ type: ['number', 'string'] }, 'sent')).toBe('number | string');
  expect(jsonType({ type: ['integer', 'string'] }, 'sent')).toBe('number');
  expect(jsonType({ type: 'number' }, 'returned')).toBe('number');
});

test('the types of a mixed list are in parentheses', () => {
  expect(jsonType({ type: 'array', items: { type: ['string', 'null'] } }, 'returned')).toBe('(string | null)[]');
});
