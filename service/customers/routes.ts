import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { childRoutes } from '../platform/routes/child-routes.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { addressOperations, aliasOperations, emailOperations, phoneOperations } from './children.ts';
import { contactOperations, partPriceOperations } from './company.ts';
import {
  changeCustomer,
  createCustomer,
  customergroupOperations,
  customergroups,
  deleteCustomer,
} from './operations.ts';
import {
  customer,
  customeraddress,
  customeralias,
  customercontact,
  customeremail,
  customerpartprice,
  customerphone,
} from './resource.ts';
import {
  addressBody,
  aliasBody,
  aliasChange,
  type CustomerBody,
  type CustomerChange,
  contactBody,
  customerBody,
  customerChange,
  emailBody,
  emailChange,
  partPriceBody,
  partPriceChange,
  phoneBody,
  phoneChange,
} from './schema.ts';

const byCustomer = { parent: customer, by: 'customer_id' };
const firstIsDefault = 'The first one becomes the default. A type that does not exist is taken as the first type.';

export const routes: Endpoint[] = [
  endpoint('POST /customer', {
    permission: 'customer.create',
    summary: 'Create a customer',
    description:
      'A company (`type: "Company"`, or `customertype_id`) has a `name`; an individual has `first_name` and `last_name`, and the name is made of both. The number is `C-<id>` unless given. `group_ids` are the groups it belongs to.',
    body: customerBody,
    status: 201,
    returns: customer,
    handle: async (call) => ({ record: customer, id: await createCustomer(call, call.body) }),
  }),
  endpoint('PUT /customer/{id}', {
    permission: 'customer.update',
    summary: 'Change a customer',
    description:
      'The type cannot be changed. The name of an individual follows from first and last name; `name` is not read. `group_ids` are all the groups it shall belong to.',
    body: customerChange,
    returns: customer,
    handle: async (call) => {
      const id = call.params.id;
      await changeCustomer(call, { id, body: call.body });
      return { record: customer, id };
    },
  }),
  endpoint('DELETE /customer/{id}', {
    permission: 'customer.delete',
    summary: 'Delete a customer',
    description: 'Refused with 409 where it has orders, quotes or jobs.',
    status: 204,
    handle: async (call) => {
      await deleteCustomer(call, call.params.id);
      return undefined;
    },
  }),
  timelineRoute(customer),
  ...childRoutes(
    {
      ...byCustomer,
      path: '/customer/{customer_id}/email',
      resource: customeremail,
      called: 'e-mail',
      create: emailBody,
      change: emailChange,
      note: `${firstIsDefault} The address is at \`email.email_address\` (embed \`email\`).`,
    },
    emailOperations,
  ),
  ...childRoutes(
    {
      ...byCustomer,
      path: '/customer/{customer_id}/phone',
      resource: customerphone,
      called: 'phone',
      create: phoneBody,
      change: phoneChange,
      note: `${firstIsDefault} The number is at \`phone.phone_number\` (embed \`phone\`).`,
    },
    phoneOperations,
  ),
  ...childRoutes(
    {
      ...byCustomer,
      path: '/customer/{customer_id}/address',
      resource: customeraddress,
      called: 'address',
      create: addressBody,
      change: addressBody,
      note: `${firstIsDefault} Orders are shipped to the one of the type Shipping, or else to the default one. The country is an ISO code or an English name.`,
    },
    addressOperations,
  ),
  ...childRoutes(
    {
      ...byCustomer,
      path: '/customer/{customer_id}/alias',
      resource: customeralias,
      called: 'alias',
      create: aliasBody,
      change: aliasChange,
    },
    aliasOperations,
  ),
  ...childRoutes(
    {
      ...byCustomer,
      path: '/customer/{customer_id}/contact',
      resource: customercontact,
      called: 'contact',
      create: contactBody,
      change: contactBody,
      note: 'Of a company only (409). At least one of first and last name.',
    },
    contactOperations,
  ),
  ...childRoutes(
    {
      ...byCustomer,
      path: '/customer/{customer_id}/partprice',
      resource: customerpartprice,
      called: 'part price',
      create: partPriceBody,
      change: partPriceChange,
      note: 'Of a company only (409). Lines of its orders and quotes that name no price have this one.',
    },
    partPriceOperations,
  ),
  ...plainRoutes(customergroups, customergroupOperations),
];
