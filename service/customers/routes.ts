import * as records from '../../records/customer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { childRecord } from '../platform/routes/child-routes.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';
import { recordRoutes } from '../platform/routes/record-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import * as children from './children.ts';
import { changeCustomer, createCustomer, deleteCustomer } from './operations.ts';
import { customer } from './resource.ts';
import { customerBody, customerChange, emailBody, partPriceChange, phoneBody } from './schema.ts';

const firstIsDefault = 'The first one becomes the default. An unknown type becomes the first type.';

export const routes: Endpoint[] = [
  ...recordRoutes(customer, {
    create: {
      description:
        'A company (`type: "Company"`, or `customertype_id`) has a `name`. An individual has `first_name` and `last_name`, and both make the name. The default of the number is `C-<id>`. `group_ids` are the groups of the customer. ' +
        'A second create with one of the `external_ids` answers 200 with the customer that has it, and 409 `record.exists` with `differences` (`field`, `there`, `sent`) if what it sends is not what the customer has.',
      body: customerBody,
      answer: { again: true },
      operation: createCustomer,
    },
    change: {
      description:
        'The type cannot be changed. The name of an individual follows from first and last name, and `name` is ignored. `group_ids` replaces all groups of the customer.',
      body: customerChange,
      operation: changeCustomer,
    },
    remove: {
      description: 'The service refuses with 409 if the customer has orders, quotes or jobs.',
      operation: deleteCustomer,
    },
  }),
  timelineRoute(customer),
  ...childRecord(records.customeremail, {
    ...children.email,
    parent: customer,
    noun: 'e-mail',
    create: emailBody,
    change: emailBody.partial(),
    note: `${firstIsDefault} The address is at \`email.email_address\` (embed \`email\`).`,
  }),
  ...childRecord(records.customerphone, {
    ...children.phone,
    parent: customer,
    create: phoneBody,
    change: phoneBody.partial(),
    note: `${firstIsDefault} The number is at \`phone.phone_number\` (embed \`phone\`).`,
  }),
  ...childRecord(records.customeraddress, {
    ...children.address,
    parent: customer,
    note: `${firstIsDefault} Orders ship to the address of the type Shipping, or else to the default address. The country is an ISO code or an English name.`,
  }),
  ...childRecord(records.customeralias, { ...children.alias, parent: customer }),
  ...childRecord(records.customerexternalid, { parent: customer, noun: 'external id' }),
  ...childRecord(records.customercontact, {
    ...children.contact,
    parent: customer,
    note: 'Only companies have contacts (409). At least one of first and last name is required.',
  }),
  ...childRecord(records.customerpartprice, {
    ...children.partPrice,
    parent: customer,
    noun: 'part price',
    change: partPriceChange,
    note: 'Only companies have part prices (409). Lines of its orders and quotes without a price get this one.',
  }),
  ...plainRecord(records.customergroup).routes,
];
