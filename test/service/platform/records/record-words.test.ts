import { expect, test } from 'vitest';
import '../../../../service/interface.ts';
import { resources } from '../../../../service/platform/listing/declaration/registry.ts';
import { recordName } from '../../../../service/platform/problems/record-names.ts';

/** Names that sentences use unchanged: one word. */
const single =
  `autowork booking carrier carton count country customer discount document email event fee inventory invoice job
  location object pack packline pallet part permission phone pick pickline pickup pickupline preference quote receipt resend schedule ship shipline site
  service source task user webhook work`.split(/\s+/);

test('sentences name every record in words, with spaces between them', () => {
  // A name with `_` is an embedded figure, not a record.
  const all = [...resources.all()].map(({ name }) => name).filter((name) => !name.includes('_'));
  const names = all.filter((name) => !single.includes(name));
  expect(names.filter((name) => !recordName(name).includes(' '))).toEqual([]);
  expect(names.map(recordName)).toEqual(expect.arrayContaining(['API key', 'bulk run', 'sales order line']));
  expect(single.map(recordName)).toEqual(single);
});
