import { savepoint } from '../../database/savepoint.ts';
import { perform, type Reply } from '../answer.ts';
import { type AnyCall, type Endpoint, mayWait } from '../endpoint.ts';
import { refusalReply } from '../failure.ts';
import { embeddedIn } from '../idempotency/idempotency.ts';
import { withSecrets } from '../idempotency/sealing.ts';
import type { IncomingRequest, Wrapper } from '../incoming-request.ts';
import { withinTransaction } from '../one-transaction.ts';
import { backgroundReply, queue, sealPurpose } from './requests.ts';
import { storeBackgroundAnswer } from './stored-answer.ts';

/** Queues a request, if its caller prefers that or the endpoint does. The answer is 202 with the address of the background request. */
export function inBackground(endpoint: Endpoint): Wrapper | null {
  if (!mayWait(endpoint)) return null;
  const { secrets, run } = endpoint;
  return (next) => async (request) => {
    const { incoming, call, preferences } = request;
    const { background } = preferences;
    if (background === 'never') return next(request);
    if (background === 'default' && !(await endpoint.run?.background?.(call))) return next(request);
    return backgroundReply(
      await (secrets || run?.needsCredential ? answerAtOnce(incoming, call) : queue(call.database, incoming)),
    );
  };
}

/**
 * Answers a background request that needs the credential of its sender, which is stored nowhere. The request runs before its
 * 202, and nothing of its body is stored. The secrets in its answer are sealed, so that only the same credential reads them.
 * @returns the id of the background request
 */
function answerAtOnce(request: IncomingRequest, call: AnyCall): Promise<number> {
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
      const failed = { method: endpoint.method, path, requestId: actor.requestId };
      await storeBackgroundAnswer(tx, id, refusalReply(error, failed));
    }
    return id;
  });
}

function sealedBody({ endpoint, sealer }: IncomingRequest, { body }: Reply, id: number): string {
  const seal = sealer?.(sealPurpose(id));
  return withSecrets(body, endpoint.secrets ?? [], (value) => seal?.seal(JSON.stringify(value)));
}
