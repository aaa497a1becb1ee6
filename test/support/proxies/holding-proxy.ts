import { openProxy, type ServerProxy } from './proxy.ts';

/** A proxy before an HTTP server that can hold the answer to a request. */
export interface HoldingProxy extends ServerProxy {
  /**
   * Holds the answer to the next request that matches.
   * @param request matches the request line and the headers
   * @returns when the server has answered, a function that passes the answer on
   */
  holdNext(request: RegExp): Promise<() => void>;
}

export async function openHoldingProxy(server: string): Promise<HoldingProxy> {
  let wanted: { request: RegExp; answered(release: () => void): void } | null = null;
  const { url, close } = await openProxy(server, (client, upstream) => {
    let answered: ((release: () => void) => void) | null = null;
    client.on('data', (bytes) => {
      if (wanted?.request.test(bytes.toString('latin1'))) {
        ({ answered } = wanted);
        wanted = null;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!answered) return client.write(bytes);
      answered(() => client.write(bytes));
      answered = null;
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  return {
    url,
    close,
    holdNext: (request) => new Promise((resolve) => (wanted = { request, answered: resolve })),
  };
}
