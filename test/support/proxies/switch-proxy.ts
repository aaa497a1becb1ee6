import { openProxy, type ServerProxy } from './proxy.ts';

/** A proxy before a database whose server changes, as a proxy that checks for the writer. */
export interface SwitchProxy extends ServerProxy {
  /** Leads to another server from now on. Connections to the one before are closed. */
  to(server: string): void;
}

export async function openSwitchProxy(server: string): Promise<SwitchProxy> {
  let present = server;
  const open = new Set<() => void>();
  const proxy = await openProxy(
    server,
    (client, upstream) => {
      client.pipe(upstream);
      upstream.pipe(client);
      const end = () => {
        open.delete(end);
        client.destroy();
        upstream.destroy();
      };
      open.add(end);
      client.on('close', end);
      upstream.on('close', end);
    },
    () => present,
  );
  return {
    ...proxy,
    to(next) {
      present = next;
      for (const end of [...open]) end();
    },
  };
}
