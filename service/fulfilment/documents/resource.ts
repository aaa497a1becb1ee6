import { documentKinds } from '../../../printing/content.ts';
import { id, reference, text, timestamp } from '../../platform/listing/declaration/field.ts';
import { many } from '../../platform/listing/declaration/relation.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';

const of = (what: string, description?: string) =>
  reference(what, { nullable: true, deletable: true, ...(description ? { description } : {}) });

/** What stands on it is not among the fields: `GET /document/{id}/pdf` gives it. */
export const document = resource('document', {
  description: 'What was printed: it stays as it was, whatever becomes of that which it is of',
  fields: {
    id: id(),
    kind: text({ values: documentKinds }),
    number: text({ description: 'Of the pick or carton; of a packing slip, of the order' }),
    site_id: reference('site'),
    salesorder_id: of('salesorder', 'Null where it is about several orders, which `orders` names'),
    pick_id: of('pick', 'Of a pick list'),
    pack_id: of('pack', 'Of a packing slip of an order without a ship step'),
    ship_id: of('ship', 'Of a packing slip'),
    pickupline_id: of('pickupline', 'Of a packing slip of an order without pack and ship steps'),
    carton_id: of('carton', 'Of a carton label'),
    bulkrun_id: reference('bulkrun', { nullable: true, description: 'The bulk run that printed it' }),
    user_id: reference('user', { column: 'account_id', indexed: false, description: 'Who had it printed' }),
    created_at: timestamp(),
  },
  relations: {
    orders: many('salesorder', { through: { table: 'document_order', from: 'document_id', to: 'order_id' } }),
  },
});
