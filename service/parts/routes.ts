import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { childRoutes } from '../platform/routes/child-routes.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { billLineOperations, changeBill, createBill, deleteBill } from './bill-of-material.ts';
import { changePart, createPart, deletePart, partgroupOperations, partgroups } from './operations.ts';
import { billofmaterial, billofmaterialline, part } from './resource.ts';
import {
  type BillofmaterialBody,
  type BillofmaterialChange,
  billofmaterialBody,
  billofmaterialChange,
  componentBody,
  componentChange,
  type PartBody,
  type PartChange,
  partBody,
  partChange,
} from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('POST /part', {
    permission: 'part.create',
    summary: 'Create a part',
    description:
      'Millimetres and grams. The type is Inventory unless given; an alias needs `parent_part_id`, and a `parent_part_id` alone makes an alias. One of an alias is `parent_qty` of its parent: 12 for a case of twelve. `unit` is what one of it is called, and with `whole_units` there are no halves: other quantities of order lines and stock are refused. `custom` holds fields of your own. `group_ids` are the groups it belongs to.',
    body: partBody,
    status: 201,
    returns: part,
    handle: async (call) => ({ record: part, id: await createPart(call, call.body) }),
  }),
  endpoint('PUT /part/{id}', {
    permission: 'part.update',
    summary: 'Change a part',
    description:
      'Type, parent, `parent_qty` and tracking stay once there are orders, stock or aliases of it (409). `custom` and `group_ids` replace what was there.',
    body: partChange,
    errors: ['record.in-use'],
    returns: part,
    handle: async (call) => {
      const id = call.params.id;
      await changePart(call, { id, body: call.body });
      return { record: part, id };
    },
  }),
  endpoint('DELETE /part/{id}', {
    permission: 'part.delete',
    summary: 'Delete a part',
    description: 'Refused with 409 while orders, stock or other parts refer to it. Set `active` to false instead.',
    status: 204,
    handle: async (call) => {
      await deletePart(call, call.params.id);
      return undefined;
    },
  }),
  ...plainRoutes(partgroups, partgroupOperations),
  endpoint('POST /billofmaterial', {
    permission: 'billofmaterial.create',
    summary: 'Say what a kit consists of',
    description: 'One for each part. `qty` is per unit of the kit, 1 unless given. Components may be kits themselves.',
    body: billofmaterialBody,
    status: 201,
    returns: billofmaterial,
    handle: async (call) => ({ record: billofmaterial, id: await createBill(call, call.body) }),
  }),
  endpoint('PUT /billofmaterial/{id}', {
    permission: 'billofmaterial.update',
    summary: 'Replace the lines of a bill of material',
    description: 'Orders that are issued keep the components that they were issued with.',
    body: billofmaterialChange,
    returns: billofmaterial,
    handle: async (call) => {
      const id = call.params.id;
      await changeBill(call, { id, body: call.body });
      return { record: billofmaterial, id };
    },
  }),
  endpoint('DELETE /billofmaterial/{id}', {
    permission: 'billofmaterial.delete',
    summary: 'Delete a bill of material',
    status: 204,
    handle: async (call) => {
      await deleteBill(call, call.params.id);
      return undefined;
    },
  }),
  timelineRoute(part),
  ...childRoutes(
    {
      path: '/billofmaterial/{billofmaterial_id}/line',
      resource: billofmaterialline,
      parent: billofmaterial,
      by: 'billofmaterial_id',
      called: 'line',
      create: componentBody,
      change: componentChange,
      note: 'Each component once: another line of the same part is 409.',
    },
    billLineOperations,
  ),
];
