/** What codes of the system and of undici say, to people who do not know them. */
const sentences: Readonly<Record<string, (target: URL) => string>> = {
  ENOTFOUND: ({ hostname }) => `The host ${hostname} cannot be found`,
  EAI_AGAIN: ({ hostname }) => `The host ${hostname} cannot be looked up: no name server answers`,
  ECONNREFUSED: ({ host }) => `Nobody takes connections at ${host}`,
  EHOSTUNREACH: ({ host }) => `No way leads to ${host}`,
  ENETUNREACH: ({ host }) => `No way leads to ${host}`,
  ETIMEDOUT: ({ host }) => `No connection to ${host} came about in time`,
  UND_ERR_CONNECT_TIMEOUT: ({ host }) => `No connection to ${host} came about in time`,
  ECONNRESET: ({ host }) => `${host} ended the connection before it had answered`,
  UND_ERR_SOCKET: ({ host }) => `${host} ended the connection before it had answered`,
};

/** Why a target gave no answer, in a sentence; undefined where what was thrown says it itself, as for certificates. */
export function unreached(error: unknown, target: URL): Error | undefined {
  // Where all addresses of a name fail, the error itself says nothing.
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const sentence = sentences[(first as { code?: string } | null)?.code ?? ''];
  if (sentence) return new Error(sentence(target), { cause: error });
  return first !== error && first instanceof Error ? first : undefined;
}
