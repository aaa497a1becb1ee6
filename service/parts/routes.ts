import { partexternalid, partgroup } from '../../records/part.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { childRecord, childRoutes } from '../platform/routes/child-routes.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';
import { recordRoutes } from '../platform/routes/record-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { billLineOperations, changeBill, createBill, deleteBill } from './bill-of-material.ts';
import { changePart, createPart, deletePart } from './operations.ts';
import { billofmaterial, billofmaterialline, part } from './resource.ts';
import {
  billofmaterialBody,
  billofmaterialChange,
  componentBody,
  componentChange,
  partBody,
  partChange,
} from './schema.ts';

const againNote =
  'A second create with one of the `external_ids` answers 200 with the part that has it, and 409 `record.exists` with `differences` (`field`, `there`, `sent`) if what it sends is not what the part has.';

export const routes: Endpoint[] = [
  ...recordRoutes(part, {
    create: {
      description:
        'Sizes are in millimetres and weights in grams. The default of the type is Inventory. An alias needs `parent_part_id`, and a `parent_part_id` alone makes an alias. One unit of an alias is `parent_qty` units of its parent: 12 for a case of twelve. `unit` is the name of the unit. With `whole_units` the service refuses fractions in order lines and stock. `custom` has your own fields. `group_ids` are the groups of the part. ' +
        againNote,
      body: partBody,
      answer: { again: true },
      operation: createPart,
    },
    change: {
      description:
        'Type, parent, `parent_qty` and tracking cannot be changed once the part has orders, stock or aliases (409). `custom` and `group_ids` replace the present values.',
      body: partChange,
      errors: ['record.in-use'],
      operation: changePart,
    },
    remove: {
      description:
        'The service refuses with 409 while orders, stock or other parts refer to the part. Set `active` to false instead.',
      operation: deletePart,
    },
  }),
  ...childRecord(partexternalid, { parent: part, noun: 'external id' }),
  ...plainRecord(partgroup).routes,
  ...recordRoutes(billofmaterial, {
    create: {
      summary: 'Create the bill of material of a kit',
      description:
        'A part has at most one. `qty` is per unit of the kit; the default is 1. Components can be kits, too.',
      body: billofmaterialBody,
      operation: createBill,
    },
    change: {
      summary: 'Replace the lines of a bill of material',
      description: 'Issued orders keep the components that they were issued with.',
      body: billofmaterialChange,
      operation: changeBill,
    },
    remove: {
      operation: deleteBill,
    },
  }),
  timelineRoute(part),
  ...childRoutes(
    {
      resource: billofmaterialline,
      parent: billofmaterial,
      create: componentBody,
      change: componentChange,
      note: 'Each component has one line: the service refuses a second line of the same part with 409.',
    },
    billLineOperations,
  ),
];
