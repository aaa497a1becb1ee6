import type { Connection } from '@temporalio/client';
import { sentenceOf } from '../processes/failure.ts';
import { retentionDays, searchAttributes } from './search-attributes.ts';

const day = 24 * 60 * 60;

/** Values of Temporal's `IndexedValueType`. */
const typeNumbers = { Keyword: 2, Int: 3 } as const;

/** The part of a connection that this file needs. The connections of the client and of the worker have it. */
export type Administration = Pick<Connection, 'operatorService' | 'workflowService'>;

export interface NamespaceChanges {
  /** Descriptions of the changes that were made. */
  readonly changes: readonly string[];
  /** Commands for an administrator, for the changes that we have no permission to make. */
  readonly commands: readonly string[];
}

/**
 * Creates missing search attributes of a namespace and raises its retention to 30 days. A missing permission is not an error:
 * the result then contains the commands that an administrator has to run.
 */
export async function prepareNamespace(
  { operatorService, workflowService }: Administration,
  namespace: string,
): Promise<NamespaceChanges> {
  const changes: string[] = [];
  const commands: string[] = [];

  const missing = await missingAttributes({ operatorService }, namespace);
  if (missing.length > 0) {
    try {
      await operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, typeNumbers[type]])),
      });
      changes.push(`search attributes ${missing.map(({ name }) => name).join(', ')}`);
    } catch {
      const flags = missing.map(({ name, type }) => `--name ${name} --type ${type}`).join(' ');
      commands.push(`temporal operator search-attribute create --namespace ${namespace} ${flags}`);
    }
  }

  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    if (seconds < retentionDays * day) {
      await workflowService.updateNamespace({
        namespace,
        config: { workflowExecutionRetentionTtl: { seconds: retentionDays * day } as never },
      });
      changes.push(`retention of ${retentionDays} days`);
    }
  } catch {
    commands.push(`temporal operator namespace update --namespace ${namespace} --retention ${retentionDays}d`);
  }
  return { changes, commands };
}

/** Returns the search attributes that the namespace lacks; all of them if we may not list them. */
async function missingAttributes(
  { operatorService }: Pick<Administration, 'operatorService'>,
  namespace: string,
): Promise<readonly (typeof searchAttributes)[number][]> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return searchAttributes.filter(({ name }) => !(name in customAttributes));
  } catch (error) {
    if (/not found/i.test(sentenceOf(error))) throw error;
    return searchAttributes;
  }
}
