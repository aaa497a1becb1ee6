/** Books cartons one after the other in a process of its own, for a test that kills it: says each that is booked. */

import flatFile from '../../../../plugins/carriers/flat-file.ts';
import { carrier } from '../../../config/planning/rule-set.ts';
import { bookWith } from '../../book-with.ts';
import { bookedOrder } from '../../booked.ts';

const [folder = '', from = '', to = ''] = (process.env.BOOK_CARTONS ?? '').split(' ');
const courier = carrier('Village Courier', flatFile, { folder });
console.log('ready');
for (let id = Number(from); id <= Number(to); id += 2) {
  await bookWith(courier, {
    order: bookedOrder({ id, number: `SO-${id}` }),
    cartons: [id, id + 1].map((carton) => ({ id: carton, number: String(carton - id + 1), weight_g: 500 })),
    idempotencyKey: `order/${id}/ship`,
    signal: new AbortController().signal,
  });
  console.log(`booked ${id}`);
}
