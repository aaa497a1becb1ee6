import { openProxy, type ServerProxy } from './proxy.ts';

/** A proxy before an HTTP server that can break a connection after the server has answered, and before the client knows. */
export interface LossyProxy extends ServerProxy {
  /** How many of the next answers it loses. */
  toLose: number;
}

export async function openLossyProxy(server: string): Promise<LossyProxy> {
  const opened = await openProxy(server, (client, upstream) => {
    client.pipe(upstream);
    upstream.on('data', (answer) => {
      if (proxy.toLose === 0) return client.write(answer);
      proxy.toLose -= 1;
      return client.destroy();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const proxy: LossyProxy = { ...opened, toLose: 0 };
  return proxy;
}
