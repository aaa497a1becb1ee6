import { savepoint } from '../../database/savepoint.ts';
import { perform, type Reply } from '../answer.ts';
import type { Call } from '../endpoint.ts';
import { problemBody, problemOf } from '../failure.ts';
import { embeddedIn } from '../idempotency/answer-rights.ts';
import { withSecrets } from '../idempotency/sealing.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { withinTransaction } from '../one-transaction.ts';
import { queue, sealPurpose } from './requests.ts';
import { storeBackgroundAnswer } from './stored-answer.ts';

/**
 * Answers a background request that needs the credential of its sender, which is stored nowhere. The request runs before its
 * 202, and nothing of its body is stored. The secrets in its answer are sealed, so that only the same credential reads them.
 * @returns the id of the background request
 */
export function answerAtOnce(request: IncomingRequest, call: Call<unknown, unknown>): Promise<number> {
  const { endpoint, actor, path } = request;
  return call.database.transaction('background', async (tx) => {
    const id = await queue(withinTransaction(tx, call.database), { ...request, body: undefined });
    try {
      const reply = await savepoint(tx, (inner) =>
        perform(endpoint, { ...call, database: withinTransaction(inner, call.database) }, null),
      );
      const embeds = embeddedIn(endpoint, call, reply);
      const sealed = endpoint.secrets ?? [];
      await storeBackgroundAnswer(tx, id, { ...reply, body: sealedBody(request, reply, id) }, { embeds, sealed });
    } catch (error) {
      const refusal = problemOf(error, { method: endpoint.method, requestId: actor.requestId });
      if (refusal.status >= 500) throw error;
      const body = problemBody(refusal, path, actor.requestId);
      await storeBackgroundAnswer(tx, id, { status: refusal.status, headers: {}, body });
    }
    return id;
  });
}

function sealedBody({ endpoint, sealer }: IncomingRequest, { body }: Reply, id: number): string {
  const seal = sealer?.(sealPurpose(id));
  return withSecrets(body, endpoint.secrets ?? [], (value) => seal?.seal(JSON.stringify(value)));
}
