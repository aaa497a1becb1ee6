import { z } from 'zod';
import { flag, integer } from '../platform/coercion/coerce.ts';
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

const texts = z.array(z.object({ file: z.string(), text: z.string() }));

const exampleTexts = {
  files: [{ file: 'fulfillment.yaml', text: 'rules:\n  - name: Small orders\n' }],
  plugins: [{ file: 'plugins/own-van.mjs', text: 'export default ({ carrierPlugin }) => …' }],
};

/** Bytes: a hundred times the bundled file. */
const longestPush = 4 * 1_048_576;

const fileText = z.strictObject({ file: z.string().min(1).max(300), text: z.string() });

const pushed = z
  .object({
    files: z
      .array(fileText)
      .min(1)
      .max(200)
      .describe("The operators' file first, then the files that it includes, with paths from the folder of the first"),
    plugins: z
      .array(fileText)
      .max(100)
      .default([])
      .describe('The plugin files that the configuration names by relative paths'),
    dry_run: flag().optional().describe('Only checks the configuration'),
  })
  .meta({ example: exampleTexts });

const finding = z.object({
  kind: z.enum(['never fires', 'shadowed', 'contradiction']),
  rule: z.string(),
  file: z.string(),
  line: z.int(),
  message: z.string(),
});

const activeFiles = z
  .object({ ruleset: z.string().describe('Content hash of the configuration'), files: texts, plugins: texts })
  .meta({ example: { ruleset: '91be4f07a6c2d835', ...exampleTexts } });

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
    how: z.enum(['start', 'reload', 'rollback', 'push']),
    rolled_back_to: recordId().nullable().describe('The version that a rollback brought back'),
    by: z.string().nullable().describe('Name of the user who activated it; null for a start'),
    activated_at: z.string(),
    active: z.boolean(),
    rules: z.int(),
    changes: z.array(z.string()).describe('The differences from the version before'),
  })
  .meta({ example: versionExample });

const pushResult = reloaded
  .extend({
    dry_run: z.boolean().describe('Whether nothing was activated'),
    findings: z.array(finding).describe('Rules that surely have not the intended effect'),
  })
  .meta({
    example: {
      ruleset: '91be4f07a6c2d835',
      before: '4d7a0c1e92b35f68',
      changed: true,
      rules: 8,
      changes: ['Rule "Small orders run by themselves" changed: when total < 100 → total < 200.'],
      dry_run: false,
      findings: [],
    },
  });

const versionWithFiles = versionAnswer
  .extend({ files: texts, plugins: texts.describe('Empty for versions of earlier releases') })
  .meta({
    example: {
      ...versionExample,
      files: [{ file: 'config/fulfillment.yaml', text: 'rules:\n  - name: Small orders\n' }],
      plugins: [],
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
  endpoint('GET /config/files', {
    // The texts may have secrets that somebody wrote into a file.
    permission: 'config.reload',
    summary: 'Read the texts of the active configuration, with its plugin files',
    description:
      'Workers with `CONVEYOR_CONFIG_SOURCE=database` take their configuration from here. `PUT /config` takes its `files` and `plugins`.',
    returns: activeFiles,
    handle: async ({ services }) => ({ value: services.configurationFiles() }),
  }),
  endpoint('PUT /config', {
    permission: 'config.push',
    summary: 'Check a configuration and activate it',
    description:
      'For services with `CONVEYOR_CONFIG_SOURCE=database`. Orders that are issued later use the new configuration, and issued orders keep their plan. A faulty one changes nothing, and `faults` has each fault with its position. Other services and the workers take it over within seconds. With `dry_run` it is only checked. Plugins are programs that the service and the workers run: give the permission only to users who may change programs on these machines.',
    body: pushed,
    longestBody: longestPush,
    returns: pushResult,
    errors: ['config.faulty', 'config.from-file'],
    handle: async ({ services, body, actor }) => {
      const { dry_run: dryRun = false, ...set } = body;
      const result = await services.push(set, { by: actor.userId, dryRun });
      return { value: { ...activated(result), dry_run: dryRun } };
    },
  }),
  endpoint('POST /config/reload', {
    permission: 'config.reload',
    summary: "Read the operators' file again and activate it",
    description:
      'With `CONVEYOR_CONFIG_SOURCE=database`, this process takes over the active configuration of the database at once. Otherwise it reads its file. Orders that are issued later use the new configuration, and issued orders keep their plan. A faulty file changes nothing, and `faults` has each fault with its position. This process reads its file at once. Other processes of the service and the workers read theirs within seconds.',
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
      'With `CONVEYOR_CONFIG_SOURCE=database`, the configuration of the database changes, for all services and workers. Otherwise the service writes the files of the version in place of its own, so that its next start reads the same. A file with changes that are not active is not overwritten. Issued orders keep their plan. Services on other machines have files of their own: bring these back too.',
    body: z.object({ version: integer({ min: 1 }) }).meta({ example: { version: 3 } }),
    returns: reloaded,
    errors: ['config.faulty', 'config.edited', 'config.not-writable', 'record.unknown'],
    handle: async ({ services, body, actor }) => {
      const { version, files, plugins } = await services.configurationHistory.read(body.version);
      return { value: activated(await services.rollback({ version, files, plugins }, actor.userId)) };
    },
  }),
];

/** @throws config.faulty for a configuration with faults */
function activated<Result extends ReloadResult>({ faults, ...result }: Result): Omit<Result, 'faults'> {
  if (faults.length === 0) return result;
  const lines = faults.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  throw problem('config.faulty', `Nothing has changed.\n${lines.join('\n')}`, { faults });
}
