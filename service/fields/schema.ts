import { z } from 'zod';

const names = z
  .object({
    fields: z.record(z.string(), z.string()).describe('The type of each field that an expression may use, by name'),
    values: z.record(z.string(), z.array(z.string())).optional().describe('All values of a field that has few of them'),
    meanings: z
      .record(z.string(), z.string())
      .optional()
      .describe('The meaning of a field or a relation, in short. Only of the resource itself'),
    relations: z.record(z.string(), z.string()).describe('The resource that each relation leads to, by name'),
    many: z.array(z.string()).optional().describe('The relations to several records'),
  })
  .meta({ title: 'ResourceNames' });

const word = z.object({ name: z.string(), meaning: z.string() });

export const fieldAnswer = z
  .object({
    resource: z.string(),
    resources: z
      .record(z.string(), names)
      .describe('The names of the resource and of its related resources, by resource'),
    left_out: z
      .array(z.string())
      .describe('Related resources that do not fit into 10 KiB. Ask for them by their own name'),
    operators: z.array(word),
    functions: z.array(word),
  })
  .meta({
    title: 'ExpressionNames',
    example: {
      resource: 'salesorder',
      resources: {
        salesorder: {
          fields: { priority: 'integer', total: 'decimal' },
          meanings: { priority: 'From 1 (first) to 5' },
          relations: { lines: 'salesorderline' },
          many: ['lines'],
        },
        salesorderline: { fields: { qty: 'decimal' }, relations: { part: 'part' } },
      },
      left_out: [],
      operators: [{ name: '>', meaning: 'is greater' }],
      functions: [{ name: 'count', meaning: 'number of related records: count(lines) > 3' }],
    },
  });
export type FieldAnswer = z.infer<typeof fieldAnswer>;
export type ResourceNames = z.infer<typeof names>;
