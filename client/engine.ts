import type { ClientOptions } from './client.ts';
import { endpointFactory } from './endpoint-factory.ts';
import { engineEndpoints } from './generated/engine.ts';
import { type Transport, transport } from './transport.ts';
import { type Client, typedClient } from './typed-client.ts';
import { undiciConnection } from './undici-connection.ts';

export type * from './generated/engine.ts';

/** A client with the calls of the engine. They are for the worker of the same release and for the command line. */
export interface EngineClient extends Client, ReturnType<typeof engineEndpoints> {}

/** Creates a client of the service for the engine. It works as `createClient` does. */
export function createEngineClient(options: ClientOptions): EngineClient {
  return engineClient(transport(undiciConnection(options), options));
}

/** Returns the client of the engine that sends its calls through a transport. */
export function engineClient(through: Transport): EngineClient {
  return { ...typedClient(through), ...engineEndpoints(endpointFactory(through)) };
}
