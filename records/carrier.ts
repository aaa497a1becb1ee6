import { boolean, name, reference, text, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const carrier = record(
  'carrier',
  'A carrier that brings goods to the customer, or another way to the customer (Will Call)',
  {
    name: name({ fact: true, example: 'Parcel Post', import: 'Name.' }),
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
    ...times,
  },
  { relations: { servicelevels: many('carrierservicelevel') } },
);

export const carrierservicelevel = record('carrierservicelevel', 'A delivery service of a carrier, such as overnight', {
  carrier_id: reference('carrier'),
  name: name({ fact: true, example: 'Express', import: 'Name.' }),
  ...times,
});
