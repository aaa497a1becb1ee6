import { type Call, type Client, createBrowserClient, curlOf } from '../../client/browser.ts';
import { servicePath } from './client.ts';

/** A call of the interface that a button sends. */
export type Action<Result = unknown> = (client: Client) => Promise<Result>;

class Recorded extends Error {
  readonly call: Call;
  constructor(call: Call) {
    super(`${call.method} ${call.path}`);
    this.call = call;
  }
}

/** A client that sends nothing: it throws the first call of an action. */
const recorder = createBrowserClient({
  url: servicePath,
  onCall(call) {
    throw new Recorded(call);
  },
});

/** Returns the shell command for the call of an action. Nothing is sent. */
export async function curlOfAction(action: Action): Promise<string> {
  try {
    await action(recorder);
  } catch (error) {
    if (error instanceof Recorded) return curlOf(error.call, window.location.origin + servicePath);
    throw error;
  }
  throw new Error('The action sends no call.');
}
