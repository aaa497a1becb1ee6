import { answerOf, type Client, ProblemError } from '../../client/client.ts';
import { notifyHeader } from '../../workflows/contract/background.ts';
import { callOptions, workflowId } from './call-options.ts';

/**
 * Returns the headers of a call that the service may do in the background. The service signals its end to the workflow of the
 * current activity, also where the call is in the name of another workflow.
 */
export function notifyHeaders(): Readonly<Record<string, string>> {
  return { [notifyHeader]: workflowId() };
}

/** The answer of a background request: its body, or the problem of a request that was refused or failed. */
export type BackgroundAnswer = { readonly body: unknown } | { readonly problem: ProblemError };

/**
 * Reads a background request. A problem is final here, also where it would pass: the request is not done again.
 * @returns null while the request runs
 */
export async function readBackground(client: Client, path: string): Promise<BackgroundAnswer | null> {
  const record = await client.background.get(path, callOptions());
  try {
    const answer = answerOf(record);
    return answer === undefined ? null : { body: answer.value };
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error };
    throw error;
  }
}
