import { expect, test } from 'vitest';
import { decimal, id, reference, text } from '../../../../records/field.ts';
import { checkResources } from '../../../../service/platform/listing/declaration/registry.ts';
import { resource } from '../../../../service/platform/listing/declaration/resource.ts';

test('a declaration is short: omitted options have defaults', () => {
  const cup = resource('cup', { fields: { id: id(), saucer_id: reference('saucer'), size: decimal() } });
  resource('saucer', { fields: { id: id() } });
  expect(cup).toMatchObject({ name: 'cup', table: 'cup', path: '/cup' });
  expect(cup.fields.get('size')).toMatchObject({ filterable: true, sortable: true, nullable: false, indexed: false });
  expect(cup.fields.get('saucer_id')).toMatchObject({ indexed: true, refersTo: 'saucer' });
  expect(cup.relations.get('saucer')!.parentKey('a')).toBe('a.saucer_id');
  expect(cup.relations.get('saucer')!.childKey('b')).toBe('b.id');
  checkResources();
});

test('a relation to an unknown resource is an error at start, with the nearest names', () => {
  resource('spoon', { fields: { id: id(), cup_id: reference('cups') } });
  expect(() => checkResources()).toThrow(/spoon\.cup: There is no resource cups; near: cup/);
});

test.each([
  ['declared twice', () => resource('cup', { fields: { id: id() } })],
  ['no id', () => resource('a', { fields: { name: text() } })],
  ['several', () => resource('b', { fields: { id: id(), other: id() } })],
  ['declared twice', () => resource('c', { fields: { id: id(), d_id: reference('cup'), d: text() } })],
  ['set the name of its relation', () => resource('e', { fields: { id: id(), owner: reference('cup') } })],
  ['is not a valid name', () => resource('f', { fields: { id: id(), 'no-name': text() } })],
  ['order', () => resource('h', { fields: { id: id() }, order: ['name' as 'id'] })],
])('a faulty declaration stops the start: %s', (message, declare) => {
  expect(declare).toThrow(message);
});
