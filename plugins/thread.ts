/** What runs in the thread of a carrier: its plugin, loaded once more, and the hooks that it is asked for. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ThreadData, ThrownThere, ToThread } from './carrier-thread.ts';
import type { CarrierPlugin } from './contract.ts';
import { pluginHttp } from './http.ts';
import { loadPlugin } from './load.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from './refusal.ts';
import { runHook } from './run-hook.ts';

const port = parentPort as MessagePort;
const { file, written } = workerData as ThreadData;
const plugin = (await loadPlugin(file)) as CarrierPlugin;
const options = plugin.options.parse(written);
const running = new Map<number, AbortController>();

port.on('message', (message: ToThread) => {
  if ('ping' in message) return send({ pong: true });
  if ('abort' in message) return running.get(message.abort)?.abort(new Error('the attempt was ended'));
  void answer(message);
});
send({ ready: true });

function send(message: FromThread): void {
  port.postMessage(message);
}

async function answer({ call, hook, input }: Extract<ToThread, { hook: unknown }>): Promise<void> {
  const controller = new AbortController();
  running.set(call, controller);
  try {
    const tools = {
      signal: controller.signal,
      http: pluginHttp,
      say: (line: Extract<FromThread, { line: unknown }>['line']) => send({ call, line }),
    };
    send({ call, result: await runHook(plugin, options, hook, input, tools) });
  } catch (error) {
    send({ call, error: thrown(error) });
  } finally {
    running.delete(call);
  }
}

/** A plugin may have classes of its own that only bear the names of ours. */
function thrown(error: unknown): ThrownThere {
  if (error instanceof CarrierUnavailable) {
    const { name, message, retryAfterSeconds } = error;
    return { name, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  if (error instanceof CarrierRefused || error instanceof PluginDefect) {
    return { name: error.name, message: error.message };
  }
  return error instanceof Error
    ? { name: error.constructor.name, message: error.message }
    : { name: 'Error', message: String(error) };
}
