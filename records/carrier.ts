import { boolean, id, identifier, reference, text, timestamp } from './field.ts';
import { record } from './record.ts';

const name = { min: 1, max: 100, write: true, required: true, fact: true, import: 'Name.' } as const;

export const carrier = record(
  'carrier',
  'A carrier that brings goods to the customer, or another way to the customer (Will Call)',
  {
    id: id({ fact: true }),
    name: identifier({ ...name, example: 'Parcel Post' }),
    scac: text({
      max: 10,
      nullable: true,
      write: true,
      description: 'Standard carrier alpha code',
      fact: true,
      example: 'PAPO',
      import: 'Standard carrier alpha code.',
    }),
    active: boolean({ write: true, import: 'False if no longer in use.' }),
    default: boolean({
      write: true,
      description: 'The carrier of orders without a carrier',
      example: true,
      import: 'True for the carrier of orders that name none.',
    }),
    tracking_url: text({
      max: 500,
      nullable: true,
      write: true,
      description: 'Address of the tracking page, with the placeholder {tracking_number}',
      example: 'https://tracking.example.com/{tracking_number}',
      import: 'Tracking address, with {tracking_number} as placeholder.',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
);

export const carrierservicelevel = record('carrierservicelevel', 'A delivery service of a carrier, such as overnight', {
  id: id({ fact: true }),
  carrier_id: reference('carrier'),
  name: identifier({ ...name, example: 'Express' }),
  created_at: timestamp(),
  updated_at: timestamp(),
});
