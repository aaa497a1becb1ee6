import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { sentenceOf } from '../lib/failure.ts';
import {
  createCommand,
  removeCommand,
  type SearchAttributeName,
  searchAttributeNames,
  searchAttributeTypes,
} from '../workflows/contract/search-attribute-types.ts';

const day = 24 * 60 * 60;
/**
 * Interval between two reads of the namespaces by each part of a server, in milliseconds
 * (`system.namespaceCacheRefreshInterval`).
 */
const refreshTime = 2_000;

/** Names of Temporal's `IndexedValueType`, by its values. */
const typeNames = ['unknown', 'Text', 'Keyword', 'Int', 'Double', 'Bool', 'Datetime', 'KeywordList'];

/** The part of a connection that this file needs. The connections of the client and of the worker have it. */
export type Administration = Pick<Connection, 'operatorService' | 'workflowService'>;

export interface NamespaceChanges {
  /** Descriptions of the changes that were made. */
  readonly changes: readonly string[];
  /** The changes that only an administrator may make: each is a sentence that ends with the command. */
  readonly demands: readonly string[];
  /** Days that the namespace keeps the history of a closed workflow; null if we may not read it. */
  readonly retentionDays: number | null;
}

/**
 * Creates missing search attributes of a namespace, and reports those with another type. It raises the retention of the
 * namespace only if that is requested: on a shared namespace it multiplies the storage of everybody.
 * @param leastRetentionDays raises a shorter retention to these days; undefined leaves it unchanged
 */
export async function prepareNamespace(
  services: Administration,
  namespace: string,
  leastRetentionDays?: number,
): Promise<NamespaceChanges> {
  const attributes = await prepareSearchAttributes(services, namespace);
  const retention = await prepareRetention(services, namespace, leastRetentionDays);
  return {
    changes: [...attributes.changes, ...retention.changes],
    demands: [...attributes.demands, ...retention.demands],
    retentionDays: retention.retentionDays,
  };
}

type Prepared = Pick<NamespaceChanges, 'changes' | 'demands'>;

async function prepareSearchAttributes(services: Administration, namespace: string): Promise<Prepared> {
  const { missing, wrong } = await searchAttributeFaults(services, namespace);
  const demands = wrong.map(({ name, type }) => wrongType(namespace, name, type));
  if (missing.length === 0) return { changes: [], demands };
  try {
    await services.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(
        missing.map((name) => [name, typeNames.indexOf(searchAttributeTypes[name])]),
      ),
    });
    await untilKnown(services, namespace, missing);
    return { changes: [`search attributes ${missing.join(', ')}`], demands };
  } catch {
    const sentence = `Namespace ${namespace} needs the search attributes ${missing.join(', ')}`;
    return { changes: [], demands: [...demands, `${sentence}: ${createCommand(namespace, missing)}`] };
  }
}

/** Waits until the server takes new search attributes: a workflow that has one would be refused until then. */
async function untilKnown(
  { workflowService }: Administration,
  namespace: string,
  names: readonly SearchAttributeName[],
): Promise<void> {
  const query = names.map((name) => `${name} is null`).join(' and ');
  const areKnown = () =>
    workflowService.listWorkflowExecutions({ namespace, query, pageSize: 1 }).then(
      () => true,
      () => false,
    );
  if (await areKnown()) return;
  const end = performance.now() + 2 * refreshTime;
  while (performance.now() < end && !(await areKnown())) await pause(100);
  // The part that runs workflows looks at a moment of its own.
  await pause(refreshTime);
}

/** Temporal cannot change the type of an attribute. Removing one deletes its values from the lists of all workflows. */
function wrongType(namespace: string, name: SearchAttributeName, type: string): string {
  const commands = [removeCommand(namespace, [name]), createCommand(namespace, [name])].join(' && ');
  return `The search attribute ${name} of namespace ${namespace} is of type ${type} and must be ${searchAttributeTypes[name]}: ${commands}`;
}

interface SearchAttributeFaults {
  readonly missing: readonly SearchAttributeName[];
  readonly wrong: readonly { readonly name: SearchAttributeName; readonly type: string }[];
}

/** Compares the search attributes of a namespace by name and type. If we may not list them, all count as missing. */
async function searchAttributeFaults(services: Administration, namespace: string): Promise<SearchAttributeFaults> {
  const types = await customTypes(services, namespace);
  return {
    missing: searchAttributeNames.filter((name) => !types.has(name)),
    wrong: searchAttributeNames.flatMap((name) => {
      const type = types.get(name);
      return type === undefined || type === searchAttributeTypes[name] ? [] : [{ name, type }];
    }),
  };
}

async function customTypes({ operatorService }: Administration, namespace: string): Promise<Map<string, string>> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return new Map(Object.entries(customAttributes).map(([name, type]) => [name, typeNames[type] ?? 'unknown']));
  } catch (error) {
    if (/not found/i.test(sentenceOf(error))) throw error;
    return new Map();
  }
}

async function prepareRetention(
  { workflowService }: Administration,
  namespace: string,
  least: number | undefined,
): Promise<NamespaceChanges> {
  const retentionDays = await readRetention({ workflowService }, namespace);
  const unchanged = { changes: [], demands: [], retentionDays };
  if (least === undefined || (retentionDays !== null && retentionDays >= least)) return unchanged;
  try {
    await workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: { seconds: least * day } as never },
    });
    return { changes: [`retention of ${least} days`], demands: [], retentionDays: least };
  } catch {
    const command = `temporal operator namespace update --namespace ${namespace} --retention ${least}d`;
    return { ...unchanged, demands: [`Namespace ${namespace} needs a retention of ${least} days: ${command}`] };
  }
}

async function readRetention(
  { workflowService }: Pick<Administration, 'workflowService'>,
  namespace: string,
): Promise<number | null> {
  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / day;
  } catch {
    return null;
  }
}
