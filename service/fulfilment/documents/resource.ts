import { documentKinds } from '../../../lib/printing/content.ts';
import { id, identifier, reference, text, timestamp } from '../../../records/field.ts';
import { many } from '../../../records/relation.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';

const of = (what: string, description?: string) =>
  reference(what, { nullable: true, deletable: true, ...(description ? { description } : {}) });

/** A document. Its content is no field: `GET /document/{id}/pdf` returns it. */
export const document = resource('document', {
  description: 'A printed document. It never changes, even where its record changes or is deleted',
  fields: {
    id: id(),
    kind: text({ values: documentKinds }),
    number: identifier({
      description:
        'Number of the pick or carton; for a packing slip, of the order; for labels, the name of the location or person, or the first and the last name',
    }),
    site_id: reference('site', {
      description: 'Site of the record; for badges, the current site of the user who printed them',
    }),
    salesorder_id: of('salesorder', 'Null for a document of several orders: `orders` has them'),
    pick_id: of('pick', 'Pick of a pick list'),
    pack_id: of('pack', 'Pack of a packing slip, for an order without a ship step'),
    ship_id: of('ship', 'Ship of a packing slip'),
    pickupline_id: of('pickupline', 'Pickupline of a packing slip, for an order without pack and ship steps'),
    carton_id: of('carton', 'Carton of a carton label'),
    bulkrun_id: reference('bulkrun', { nullable: true, description: 'The bulk run that printed it' }),
    user_id: reference('user', { column: 'account_id', indexed: false, description: 'User who printed it' }),
    created_at: timestamp(),
  },
  relations: {
    orders: many('salesorder', { through: { table: 'document_order', from: 'document_id', to: 'order_id' } }),
  },
});
