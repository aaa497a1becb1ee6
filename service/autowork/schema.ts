import { z } from 'zod';
import { lineDetails } from '../fulfilment/tasks/schema.ts';
import { choice, flag, id, identifier, idList, list, omittable, text } from '../platform/coercion/coerce.ts';

export const autoworkBody = z
  .object({
    full_auto: omittable(flag()),
    task_ids: omittable(idList({ empty: true })),
    line_details: omittable(lineDetails(1)),
    site_id: omittable(id()),
    on_stock: omittable(choice('report', 'continue')),
    carrier_id: id().nullish(),
    carrierservicelevel_id: id().nullish(),
    tracking_number: identifier(200).nullish(),
  })
  .meta({ example: { task_ids: [1, 2, 3], tracking_number: '1Z999AA10123456784' } });
export type AutoworkBody = z.infer<typeof autoworkBody>;

export const resultsBody = z
  .object({
    tasks: list(
      z.object({
        task_id: id(),
        outcome: choice('done', 'partial', 'nothing', 'skipped', 'refused'),
        record_id: id().nullish(),
        code: text(100).nullish(),
        detail: text(2000).nullish(),
      }),
      { most: 100 },
    ),
  })
  .meta({ example: { tasks: [{ task_id: 1, outcome: 'done', record_id: 1 }] } });
export type ResultsBody = z.infer<typeof resultsBody>;
