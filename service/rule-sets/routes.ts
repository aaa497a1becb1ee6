import { z } from 'zod';
import { permits } from '../platform/access/permissions.ts';
import { flag, integer } from '../platform/coercion/coerce.ts';
import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/http/services.ts';
import { recordId } from '../platform/ids/ids.ts';
import { finding } from './answers.ts';
import { faulty } from './faulty.ts';
import { rulesRoutes } from './rules-routes.ts';
import { editBody, files, fileText, longestTexts } from './schema.ts';

/** Beside the rules, the configuration says where the service sends orders and keys, and which programs it runs. */
const pushPermission = 'config.push';

type ReloadResult = Awaited<ReturnType<Services['configurationCalls']['reload']>>;

const activeConfiguration = z
  .object({
    ruleset: z.string().describe('Content hash of the active configuration'),
    file: z.string(),
    files: z
      .array(z.object({ file: z.string(), hash: z.string() }))
      .describe('The file and the files that it includes'),
    rules: z.int(),
    countries: z.record(z.string(), z.string()).describe("ISO codes of countries by names of the operators' own"),
    editing: z
      .object({ allowed: z.boolean(), reason: z.string().nullable().describe('Why not, in a sentence') })
      .describe('Whether `PUT /config/files` may replace the files'),
  })
  .meta({
    example: {
      ruleset: '91be4f07a6c2d835',
      file: 'config/fulfillment.yaml',
      files: [{ file: 'config/fulfillment.yaml', hash: '4d7a0c1e92b3' }],
      rules: 8,
      countries: {},
      editing: { allowed: true, reason: null },
    },
  });

const texts = z.array(z.object({ file: z.string(), text: z.string() }));

const exampleTexts = {
  files: [
    { file: 'fulfillment.yaml', text: 'rules:\n  - { name: Small orders, when: total < 20, then: { skip: pack } }\n' },
  ],
  plugins: [{ file: 'plugins/own-van.mjs', text: 'export default ({ carrierPlugin }) => …' }],
};

const pushed = z
  .object({
    files,
    plugins: z
      .array(fileText)
      .max(100)
      .default([])
      .describe('The plugin files that the configuration names by relative paths'),
    dry_run: flag().optional().describe('Only checks the configuration'),
  })
  .meta({ example: exampleTexts });

const activeFiles = z
  .object({
    ruleset: z.string().describe('Content hash of the configuration'),
    files: texts,
    plugins: texts,
    edited: z
      .array(z.object({ file: z.string(), text: z.string().nullable().describe('Null for a file that is gone') }))
      .describe('Files that have changed on the machine and are not active yet, with their newer texts'),
  })
  .meta({ example: { ruleset: '91be4f07a6c2d835', ...exampleTexts, edited: [] } });

const reloaded = z
  .object({
    ruleset: z.string().describe('The active rule set'),
    before: z.string().describe('The previous rule set'),
    changed: z.boolean(),
    rules: z.int(),
    changes: z.array(z.string()).describe('The changes, a sentence for each rule and each other entry'),
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
    how: z.enum(['start', 'reload', 'rollback', 'push', 'edit']),
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
      files: [
        {
          file: 'config/fulfillment.yaml',
          text: 'rules:\n  - { name: Small orders, when: total < 20, then: { skip: pack } }\n',
        },
      ],
      plugins: [],
    },
  });

/** The active configuration of this process, those that were active, and what other texts would do. */
export const routes: Endpoint[] = [
  ...rulesRoutes,
  endpoint('GET /config', {
    permission: 'config.read',
    summary: 'Get the active configuration',
    returns: activeConfiguration,
    handle: async ({ services }) => {
      const { hash: ruleset, file, files: active, rules, countries } = services.configuration;
      const hashes = active.map(({ shown, hash }) => ({ file: shown, hash }));
      const editing = await services.configurationCalls.editing();
      return { value: { ruleset, file, files: hashes, rules: rules.length, countries, editing } };
    },
  }),
  endpoint('GET /config/files', {
    // The texts may have secrets that somebody wrote into a file.
    permission: 'config.reload',
    summary: 'Read the texts of the active configuration, with its plugin files',
    description:
      'Workers with `CONVEYOR_CONFIG_SOURCE=database` take their configuration from here. `PUT /config` takes its `files` and `plugins`.',
    returns: activeFiles,
    handle: async ({ services }) => ({
      value: { ...services.configurationCalls.files(), edited: await services.configurationCalls.editedFiles() },
    }),
  }),
  endpoint('PUT /config/files', {
    limits: { share: 'trials', body: longestTexts },
    permission: 'config.reload',
    summary: 'Replace the files of the configuration by edited ones, and activate them',
    description:
      "Only where the operators' file has `console: { edit_rules: true }`: `GET /config` says whether. `rules`, `cases`, `match`, `calendars` and `workflows` may change; a change of another section needs the permission `config.push`, too. The texts are checked first, and texts with faults change nothing. The service then writes the files so that each is complete at any moment, and activates them; a file that is not sent is removed. With `CONVEYOR_CONFIG_SOURCE=database`, the configuration of the database changes, for all services and workers. Send the hash of the rule set whose texts were edited: if another one is active, or a file has changed on the machine, the answer is 409 and nothing changes. The texts use the plugins that are active. Issued orders keep their plan. Services on other machines have files of their own.",
    body: editBody,
    returns: pushResult,
    errors: [
      'config.faulty',
      'config.editing-off',
      'config.changed',
      'config.edited',
      'config.not-writable',
      'permission.missing',
    ],
    handle: async ({ services, body, ...call }) => {
      const { dry_run: dryRun = false, ...edit } = body;
      const result = await services.configurationCalls.edit({ ...edit, ...editorOf(call), dryRun });
      return { value: { ...activated(result), dry_run: dryRun } };
    },
  }),
  endpoint('PUT /config', {
    permission: pushPermission,
    summary: 'Check a configuration and activate it',
    description:
      'For services with `CONVEYOR_CONFIG_SOURCE=database`. Orders that are issued later use the new configuration, and issued orders keep their plan. A faulty one changes nothing, and `faults` has each fault with its position. Other services and the workers take it over within seconds. With `dry_run` it is only checked. Plugins are programs that the service and the workers run: give the permission only to users who may change programs on these machines.',
    body: pushed,
    limits: { body: longestTexts },
    returns: pushResult,
    errors: ['config.faulty', 'config.from-file'],
    handle: async ({ services, body, actor }) => {
      const { dry_run: dryRun = false, ...set } = body;
      const result = await services.configurationCalls.push(set, { by: actor.userId, dryRun });
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
    handle: async ({ services, actor }) => ({
      value: activated(await services.configurationCalls.reload(actor.userId)),
    }),
  }),
  endpoint('GET /config/history', {
    permission: 'config.read',
    summary: 'List the configurations that were active, the newest first',
    description:
      'Each activation is a version: a start with a changed file, a reload, a rollback, a push, an edit. `changes` compares it with the version before. The last 100 versions are listed.',
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
      'With `CONVEYOR_CONFIG_SOURCE=database`, the configuration of the database changes, for all services and workers. Otherwise the service writes the files of the version in place of its own, so that its next start reads the same. A file with changes that are not active is not overwritten. A version that differs beside `rules`, `cases`, `match`, `calendars` and `workflows`, or in its plugins, needs the permission `config.push`, too. Issued orders keep their plan. Services on other machines have files of their own: bring these back too.',
    body: z.object({ version: integer({ min: 1 }) }).meta({ example: { version: 3 } }),
    returns: reloaded,
    errors: ['config.faulty', 'config.edited', 'config.not-writable', 'permission.missing', 'record.unknown'],
    handle: async ({ services, body, ...call }) => {
      const { version, files: texts, plugins } = await services.configurationHistory.read(body.version);
      return {
        value: activated(
          await services.configurationCalls.rollback({ version, files: texts, plugins }, editorOf(call)),
        ),
      };
    },
  }),
];

const editorOf = ({ actor, permissions }: Pick<Call<unknown, unknown>, 'actor' | 'permissions'>) => ({
  by: actor.userId,
  mayPush: permits(permissions, pushPermission),
});

/** @throws config.faulty for a configuration with faults */
function activated<Result extends ReloadResult>({ faults, ...result }: Result): Omit<Result, 'faults'> {
  if (faults.length === 0) return result;
  throw faulty(faults);
}
