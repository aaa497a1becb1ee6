import type { ExpressionNames } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';

/** The names of one resource in expressions. */
export type ResourceNames = ExpressionNames['resources'][string];

/** The service's answers about names. It does not change while the page is open. */
const answers = new Map<string, ExpressionNames>();
const reads = new Map<string, Promise<ExpressionNames>>();

/** Reads the names of a resource once. */
export function readNames(resource: string): Promise<ExpressionNames> {
  const known = reads.get(resource);
  if (known) return known;
  const read = client.field.get({ resource: resource as Parameters<typeof client.field.get>[0]['resource'] });
  reads.set(resource, read);
  read.then(
    (answer) => answers.set(resource, answer),
    () => reads.delete(resource),
  );
  return read;
}

/**
 * Adds names that the page knows already, for an object that is not a resource of the service.
 * @param names a name for each kind of record, such as `rule:part`: before the colon is whose names these are
 */
export function noteNames(names: Omit<ExpressionNames, 'resource' | 'left_out'>): void {
  for (const resource of Object.keys(names.resources)) {
    const answer = { ...names, resource, left_out: [] };
    reads.set(resource, Promise.resolve(answer));
    answers.set(resource, answer);
  }
}

/** Returns the word for a kind of record. */
export const wordOf = (resource: string): string => resource.slice(resource.indexOf(':') + 1);

/** Returns the known names of a resource, from its own answer or from another one. */
export function knownNames(resource: string): ResourceNames | undefined {
  const own = answers.get(resource)?.resources[resource];
  if (own) return own;
  for (const { resources } of answers.values()) if (resources[resource]) return resources[resource];
  return undefined;
}

/** Returns the names of a resource with their meanings, which only its own answer has. */
export async function namesOf(resource: string): Promise<ResourceNames> {
  return (await readNames(resource)).resources[resource] ?? { fields: {}, relations: {} };
}

/** Returns the resource at the end of a path of relations; null if one of them is unknown. */
export async function resourceAt(resource: string, relations: readonly string[]): Promise<string | null> {
  let at = resource;
  for (const relation of relations) {
    if (!knownNames(at)) await readNames(at);
    const next = knownNames(at)?.relations[relation];
    if (next === undefined) return null;
    at = next;
  }
  return at;
}
