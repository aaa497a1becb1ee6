import { listed } from '../../listing/declaration/parameters.ts';
import { embeddedResources, embedTree } from '../../listing/embed.ts';
import type { ReadAccess } from '../../listing/read-access.ts';
import { problem } from '../../problems/problems.ts';
import { isResource, type Reply } from '../answer.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { shownParts } from '../etag.ts';

/** The rights to see an answer that was stored: those of the moment at which it is shown, and not of the first request. */

/**
 * Returns the names of the resources whose records an answer embeds because the caller asked for them. They are stored with
 * the answer.
 */
export function embeddedIn(
  { returns }: Endpoint,
  { search, readAccess }: Pick<Call<unknown, unknown>, 'search' | 'readAccess'>,
  reply: Reply,
): string[] {
  // A refusal and an answer without a body embed nothing.
  if (reply.body === '' || reply.status >= 400 || !isResource(returns)) return [];
  return embeddedResources(embedTree(returns, listed([shownParts(search).embed ?? '']), readAccess));
}

/**
 * Checks that the caller may list the records that a stored answer embeds.
 * @throws permission.missing
 */
export function assertEmbedded(resources: readonly string[], readAccess: ReadAccess | null): void {
  for (const resource of resources) {
    const permission = readAccess?.lacks(resource) ?? null;
    if (permission === null) continue;
    const detail = `The stored answer embeds ${resource} records, which need the permission ${permission}. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission, parameter: 'embed' });
  }
}
