import { type Client, isGrpcServiceError, NamespaceNotFoundError } from '@temporalio/client';
import type { Services } from '../http/services.ts';
import { Problem } from '../problems/problems.ts';

declare module '../http/services.ts' {
  interface Services {
    /** Returns a client of the Temporal server. @throws Error if the server does not answer */
    readonly temporal: () => Promise<Client>;
  }
}

/** The usual time limit in milliseconds of all requests to the Temporal server. A call of the interface has 60 s. */
const answerWithin = 45_000;

/** The status code of gRPC for a request that had no answer in time. */
const deadlineExceeded = 4;

/** A refusal of the Temporal server. `code` is a status code of gRPC. */
interface Refusal {
  readonly code: number;
  readonly details: string;
}

interface TemporalOptions {
  /** Returns the problem of a refusal that the caller can resolve; null if the server does not answer properly. */
  readonly refused?: (refusal: Refusal) => Error | null;
  /** The time limit in milliseconds of all requests to the Temporal server, where it differs from the usual one. */
  readonly within?: number;
}

/**
 * Runs work with the Temporal server.
 * @throws service.unavailable if the Temporal server does not answer, or does not have the namespace
 */
export async function withTemporal<T>(
  { services }: { readonly services: Services },
  work: (client: Client) => Promise<T>,
  { refused = () => null, within = answerWithin }: TemporalOptions = {},
): Promise<T> {
  const client = await services.temporal().catch((error) => {
    throw unavailable(error instanceof Error ? error.message : String(error));
  });
  try {
    return await client.withDeadline(Date.now() + within, () => work(client));
  } catch (error) {
    // A server that has just started may not know its namespace yet.
    if (error instanceof NamespaceNotFoundError) throw withoutNamespace(error.namespace);
    const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
    if (!isGrpcServiceError(cause)) throw error;
    const refusal = refused(cause);
    if (refusal) throw refusal;
    throw unavailable(cause.code === deadlineExceeded ? `no answer within ${within / 1000} s` : cause.details);
  }
}

const withoutNamespace = (name: string) =>
  notReady(`The Temporal server has no namespace ${name}. TEMPORAL_NAMESPACE names the one of the service.`);

const unavailable = (why: string) =>
  notReady(`The Temporal server does not answer: ${why.replace(/\.$/, '')}. Try again later.`);

/** The service has tried for as long as its caller may wait: the console shows this answer at once, and scripts pause. */
const notReady = (detail: string) => new Problem('service.unavailable', detail, {}, { 'retry-after': '5' });
