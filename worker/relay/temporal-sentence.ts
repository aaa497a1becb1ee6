import { createCommand, searchAttributeNames } from '../../workflows/contract/search-attribute-types.ts';

/**
 * Returns why the Temporal server refused a request. The message of the SDK's error only names the request; the cause has the
 * server's own words. For a search attribute the sentence has the command for the administrator.
 */
export function temporalSentence(error: unknown): string {
  const words = wordsOf(error);
  const attribute = searchAttributeNames.find((name) => new RegExp(`search attribute ${name}\\b`, 'i').test(words));
  if (attribute === undefined) return words;
  const command = createCommand('NAMESPACE', [attribute]);
  return `${words}. Workers create search attributes at their start if they may. Otherwise an administrator of Temporal runs: ${command}`;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? undefined : wordsOf(error.cause);
  const own = (error as { details?: unknown }).details;
  const message = typeof own === 'string' && own !== '' ? own : error.message;
  return cause === undefined || message.includes(cause) ? message : `${message}: ${cause}`;
}
