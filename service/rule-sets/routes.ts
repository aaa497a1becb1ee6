import { z } from 'zod';
import { integer } from '../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { recordId } from '../platform/ids/ids.ts';
import { problem } from '../platform/problems/problems.ts';

type ReloadResult = Awaited<ReturnType<Services['reload']>>;

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
    changes: z.array(z.string()).describe('What changed, a sentence for each rule and each other entry'),
  })
  .meta({
    example: {
      ruleset: '91be4f07a6c2d835',
      before: '4d7a0c1e92b35f68',
      changed: true,
      rules: 8,
      changes: ['Rule "Small orders run by themselves" changed: when total < 100 → total < 200.'],
    },
  });

const versionExample = {
  version: 3,
  ruleset: '91be4f07a6c2d835',
  how: 'reload',
  rolled_back_to: null,
  by: 'Ana Weber',
  activated_at: '2026-04-23T22:54:28+00:00',
  active: true,
  rules: 8,
  changes: ['Rule "Small orders run by themselves" is gone.'],
};

const versionAnswer = z
  .object({
    version: recordId(),
    ruleset: z.string().describe('Content hash of the configuration'),
    how: z.enum(['start', 'reload', 'rollback']),
    rolled_back_to: recordId().nullable().describe('The version that a rollback brought back'),
    by: z.string().nullable().describe('Name of the user who activated it; null for a start'),
    activated_at: z.string(),
    active: z.boolean(),
    rules: z.int(),
    changes: z.array(z.string()).describe('The differences from the version before'),
  })
  .meta({ example: versionExample });

const versionWithFiles = versionAnswer
  .extend({ files: z.array(z.object({ file: z.string(), text: z.string() })) })
  .meta({
    example: {
      ...versionExample,
      files: [{ file: 'config/fulfillment.yaml', text: 'rules:\n  - name: Small orders\n' }],
    },
  });

/** The active configuration of this process, and those that were active. */
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
    handle: async ({ services, actor }) => ({ value: activated(await services.reload(actor.userId)) }),
  }),
  endpoint('GET /config/history', {
    permission: 'config.read',
    summary: 'List the configurations that were active, the newest first',
    description:
      'Each activation is a version: a start with a changed file, a reload, a rollback. `changes` compares it with the version before. The last 100 versions are listed.',
    returns: z.array(versionAnswer),
    handle: async ({ services }) => ({ value: await services.configurationHistory.list() }),
  }),
  endpoint('GET /config/version/{id}', {
    // The texts may have secrets that somebody wrote into the file.
    permission: 'config.reload',
    summary: 'Read a configuration that was active, with the text of its files',
    errors: ['record.unknown'],
    returns: versionWithFiles,
    handle: async ({ services, params }) => ({ value: await services.configurationHistory.read(params.id) }),
  }),
  endpoint('POST /config/rollback', {
    permission: 'config.reload',
    summary: 'Bring back an earlier configuration, and activate it',
    description:
      'The service writes the files of the version in place of its own, so that its next start reads the same. A file with changes that are not active is not overwritten. Issued orders keep their plan. Services on other machines have files of their own: bring these back too.',
    body: z.object({ version: integer({ min: 1 }) }).meta({ example: { version: 3 } }),
    returns: reloaded,
    errors: ['config.faulty', 'config.edited', 'config.not-writable', 'record.unknown'],
    handle: async ({ services, body, actor }) => {
      const { version, files } = await services.configurationHistory.read(body.version);
      return { value: activated(await services.rollback({ version, files }, actor.userId)) };
    },
  }),
];

/** @throws config.faulty for a configuration with faults */
function activated({ faults, ...result }: ReloadResult): Omit<ReloadResult, 'faults'> {
  if (faults.length === 0) return result;
  const lines = faults.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  throw problem('config.faulty', `Nothing has changed.\n${lines.join('\n')}`, { faults });
}
