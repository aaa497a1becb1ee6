import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { problem } from '../platform/problems/problems.ts';

const active = z
  .object({
    ruleset: z.string().describe('Content hash of the active configuration'),
    file: z.string(),
    files: z
      .array(z.object({ file: z.string(), hash: z.string() }))
      .describe('The file and the files that it includes'),
    rules: z.int(),
  })
  .meta({
    example: {
      ruleset: '91be4f07a6c2d835',
      file: 'config/fulfillment.yaml',
      files: [{ file: 'config/fulfillment.yaml', hash: '4d7a0c1e92b3' }],
      rules: 8,
    },
  });

const reloaded = z
  .object({
    ruleset: z.string().describe('The active rule set'),
    before: z.string().describe('The previous rule set'),
    changed: z.boolean(),
    rules: z.int(),
  })
  .meta({ example: { ruleset: '91be4f07a6c2d835', before: '4d7a0c1e92b35f68', changed: true, rules: 8 } });

/** The active configuration of this process. */
export const routes: Endpoint[] = [
  endpoint('GET /config', {
    permission: 'config.read',
    summary: 'Get the active configuration',
    returns: active,
    handle: async ({ services }) => {
      const { hash: ruleset, file, files, rules } = services.configuration;
      const hashes = files.map(({ shown, hash }) => ({ file: shown, hash }));
      return { value: { ruleset, file, files: hashes, rules: rules.length } };
    },
  }),
  endpoint('POST /config/reload', {
    permission: 'config.reload',
    summary: "Read the operators' file again and activate it",
    description:
      'Orders that are issued later use the new configuration, and issued orders keep their plan. A faulty file changes nothing, and `faults` has each fault with its position. This process reads its file at once. Other processes of the service and the workers read theirs within seconds.',
    returns: reloaded,
    errors: ['config.faulty'],
    handle: async ({ services }) => {
      const { faults, ...value } = await services.reload();
      if (faults.length === 0) return { value };
      const lines = faults.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
      throw problem('config.faulty', `Nothing has changed.\n${lines.join('\n')}`, { faults });
    },
  }),
];
