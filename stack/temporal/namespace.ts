import type { Connection } from '@temporalio/client';
import { sentenceOf } from '../processes/failure.ts';
import { retentionDays, searchAttributes } from './search-attributes.ts';

const day = 24 * 60 * 60;

/** Numbers of Temporal's `IndexedValueType`. */
const typeNumbers = { Keyword: 2, Int: 3 } as const;

/** The part of a connection that is used here; those of the client and of the worker both have it. */
export type Administration = Pick<Connection, 'operatorService' | 'workflowService'>;

export interface Prepared {
  /** What was made now, in words. */
  readonly made: readonly string[];
  /** Commands for somebody who may do what we may not. */
  readonly commands: readonly string[];
}

/**
 * Sees to it that a namespace has our search attributes and keeps histories long enough. What the server does not allow
 * is not an error: the commands to do it by hand are given back, for whoever administers that server.
 */
export async function prepareNamespace(
  { operatorService, workflowService }: Administration,
  namespace: string,
): Promise<Prepared> {
  const made: string[] = [];
  const commands: string[] = [];

  const missing = await missingAttributes({ operatorService }, namespace);
  if (missing.length > 0) {
    try {
      await operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, typeNumbers[type]])),
      });
      made.push(`search attributes ${missing.map(({ name }) => name).join(', ')}`);
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
      made.push(`retention of ${retentionDays} days`);
    }
  } catch {
    commands.push(`temporal operator namespace update --namespace ${namespace} --retention ${retentionDays}d`);
  }
  return { made, commands };
}

/** All of them where the server does not even let us look. */
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
