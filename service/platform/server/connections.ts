import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkOf, plainAddress } from '../http/incoming-request.ts';

/** The limits of the connections of one process. */
export interface ConnectionLimits {
  /** The most open connections. A process may open 1,024 files by default. */
  readonly connections: number;
  /** The most open connections of one address. One address alone must not take the connections of all others. */
  readonly perAddress: number;
  /** Addresses and networks of proxies, such as `10.0.0.5` or `10.1.0.0/16`. The share of an address does not apply to them. */
  readonly proxies: readonly string[];
}

export const usualConnections: ConnectionLimits = { connections: 900, perAddress: 300, proxies: [] };

/** An open connection. */
/** Milliseconds between two looks for unused connections while the server closes. */
const unusedInterval = 50;

interface Open {
  readonly socket: Socket;
  readonly address: string;
  /** The request that arrives or is being answered; null between two requests. */
  request: IncomingMessage | null;
  /** True until its first request is answered. */
  isNew: boolean;
}

/** Connections that share a limit, in the order of their opening or of the end of their last request. */
class ConnectionGroup {
  readonly #all = new Set<Open>();
  readonly #new = new Set<Open>();

  get size(): number {
    return this.#all.size;
  }

  add(connection: Open): void {
    this.#all.add(connection);
    if (connection.isNew) this.#new.add(connection);
  }

  delete(connection: Open): void {
    this.#all.delete(connection);
    this.#new.delete(connection);
  }

  /**
   * Returns the connection that has been silent for the longest time. If new ones fill half of the limit, it is one of them: a
   * thousand connections that are opened at once must not end those of callers who pause between two requests.
   */
  longestSilent(limit: number): Open | undefined {
    return firstSilent(this.#new.size * 2 >= limit ? this.#new : this.#all) ?? firstSilent(this.#all);
  }
}

/** Returns the first connection that waits for the rest of a request, or for its next one. */
function firstSilent(connections: Iterable<Open>): Open | undefined {
  for (const connection of connections) {
    if (connection.request === null || !connection.request.complete) return connection;
  }
  return undefined;
}

/**
 * Limits the connections of a server: all of them, and the connections of each address. A connection over a limit
 * takes the place of the one that has been silent for the longest time. So silent connections never block others. If
 * none is silent, it is refused.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #proxies: BlockList;
  readonly #refused: () => void;
  readonly #open = new Map<Socket, Open>();
  readonly #all = new ConnectionGroup();
  readonly #ofAddress = new Map<string, ConnectionGroup>();

  /** @param refused called for each connection that was refused, or closed for another one */
  constructor(limits: ConnectionLimits, refused: () => void) {
    this.#limits = limits;
    this.#proxies = networksOf(limits.proxies);
    this.#refused = refused;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#accept(socket));
    server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
      const connection = this.#open.get(request.socket);
      if (!connection) return;
      connection.request = request;
      answer.once('close', () => {
        if (connection.request !== request || !this.#open.has(connection.socket)) return;
        this.#forget(connection);
        connection.request = null;
        connection.isNew = false;
        this.#add(connection);
      });
    });
  }

  /**
   * Ends connections without a request, until the server has closed. `close` itself ends idle ones once, and none that was opened
   * ahead and has sent nothing, as browsers have them: it would wait for these until their time-out, 70 seconds.
   */
  endUnused(server: Server): void {
    const end = () => {
      for (const { socket, request, isNew } of this.#open.values()) {
        if (request === null && (!isNew || socket.bytesRead === 0)) socket.destroy();
      }
    };
    const timer = setInterval(end, unusedInterval).unref();
    server.once('close', () => clearInterval(timer));
    end();
  }

  #accept(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '');
    const own = this.#ofAddress.get(address);
    const { connections, perAddress } = this.#limits;
    const hasShare = !this.#isProxy(socket) && own !== undefined && own.size >= perAddress;
    if (hasShare || this.#all.size >= connections) {
      this.#refused();
      const silent = hasShare ? own.longestSilent(perAddress) : this.#all.longestSilent(connections);
      if (!silent) {
        socket.destroy();
        return;
      }
      this.#forget(silent);
      silent.socket.destroy();
    }
    const connection = { socket, address, request: null, isNew: true };
    this.#add(connection);
    socket.once('close', () => this.#forget(connection));
  }

  #add(connection: Open): void {
    const { socket, address } = connection;
    this.#open.set(socket, connection);
    this.#all.add(connection);
    const own = this.#ofAddress.get(address) ?? new ConnectionGroup();
    own.add(connection);
    this.#ofAddress.set(address, own);
  }

  #forget(connection: Open): void {
    const { socket, address } = connection;
    this.#open.delete(socket);
    this.#all.delete(connection);
    const own = this.#ofAddress.get(address);
    own?.delete(connection);
    if (own?.size === 0) this.#ofAddress.delete(address);
  }

  #isProxy({ remoteAddress = '' }: Socket): boolean {
    const address = plainAddress(remoteAddress);
    return this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/**
 * Returns the networks of a list of addresses and networks.
 * @throws Error for an entry that is neither
 */
export function networksOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    try {
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    } catch (error) {
      throw new Error(`"${entry}" is no address and no network, such as 10.0.0.5 or 10.1.0.0/16.`, { cause: error });
    }
  }
  return list;
}
