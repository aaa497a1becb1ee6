import { z } from 'zod';
import { limits } from '../../lib/expressions/limits.ts';
import { flag, id, integer, text } from '../platform/coercion/coerce.ts';

/** Bytes of a body with texts: a hundred times the bundled file. */
export const longestTexts = 4 * 1_048_576;

export const fileText = z.strictObject({ file: z.string().min(1).max(300), text: z.string() });

export const files = z
  .array(fileText)
  .min(1)
  .max(200)
  .describe("The operators' file first, then the files that it includes, with paths from the folder of the first");

const filesOrActive = files.optional().describe('Texts in place of the active ones, as in `POST /rules/check`');

const exampleFiles = [
  { file: 'fulfillment.yaml', text: 'rules:\n  - { name: Small orders, when: total < 20, then: { skip: pack } }\n' },
];

/** Orders of a backtest: each is planned in some hundred microseconds, and read in some hundred more. */
export const mostOrders = 5_000;

export const checkBody = z.object({ files }).meta({ example: { files: exampleFiles } });

export const testBody = z.object({ files: filesOrActive }).meta({ example: { files: exampleFiles } });

export const tryBody = z
  .object({ order_id: id('salesorder'), files: filesOrActive })
  .meta({ example: { order_id: 7, files: exampleFiles } });

export const backtestBody = z
  .object({
    files,
    last: integer({ min: 1, max: mostOrders })
      .optional()
      .describe('The number of orders that were issued last. Default: 1,000'),
    filter: text(limits.bytes)
      .meta({ format: 'expression' })
      .nullish()
      .describe(
        `Only issued orders that match this expression, at most the newest ${mostOrders.toLocaleString('en-US')}`,
      ),
  })
  .meta({ example: { files: exampleFiles, last: 1000 } });

export const editBody = z
  .object({
    files,
    ruleset: z
      .string()
      .min(1)
      .max(64)
      .describe('The hash of the rule set whose texts were edited, as `GET /config/files` gave it'),
    dry_run: flag().optional().describe('Only checks the texts'),
  })
  .meta({ example: { files: exampleFiles, ruleset: '4d7a0c1e92b35f68' } });
