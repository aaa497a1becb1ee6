import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { problem } from '../platform/problems/problems.ts';

const active = z
  .object({
    ruleset: z.string().describe('Content hash of the configuration that orders are planned by'),
    file: z.string(),
    files: z.array(z.object({ file: z.string(), hash: z.string() })).describe('With all that it includes'),
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
    ruleset: z.string().describe('The rule set that is armed now'),
    before: z.string().describe('The one that was'),
    changed: z.boolean(),
    rules: z.int(),
  })
  .meta({ example: { ruleset: '91be4f07a6c2d835', before: '4d7a0c1e92b35f68', changed: true, rules: 8 } });

/** The configuration that this process plans by. */
export const routes: Endpoint[] = [
  endpoint('GET /config', {
    permission: 'config.read',
    summary: 'The configuration that orders are planned by',
    returns: active,
    handle: async ({ services }) => {
      const { hash: ruleset, file, files, rules } = services.configuration;
      const named = files.map(({ shown, hash }) => ({ file: shown, hash }));
      return { value: { ruleset, file, files: named, rules: rules.length } };
    },
  }),
  endpoint('POST /config/reload', {
    permission: 'config.reload',
    summary: "Read the operators' file again and take it into use",
    description:
      'Orders that are issued from then on go by it; issued ones keep their plan. A faulty file changes nothing: `faults` say what is wrong with it, and where. It is the file of the process that answers; other processes of the service, and the workers, read theirs within seconds.',
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
