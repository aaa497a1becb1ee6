/** Entry point of a carrier's thread. It loads the plugin again and runs the hooks that the main thread requests. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { CarrierPlugin } from '../contract.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from '../errors.ts';
import { joinedStack } from '../fault-place.ts';
import { pluginHttp, pluginHttpOver } from '../http.ts';
import { loadPlugin } from '../load.ts';
import type { FromThread, ThreadData, ToThread, TransferredError } from './carrier-thread.ts';
import { runHook } from './run-hook.ts';
import { refuseFetch, trialTransport } from './trial.ts';

const port = parentPort as MessagePort;
const { file, written, trial } = workerData as ThreadData;
if (trial && !trial.live) refuseFetch();
const plugin = (await loadPlugin(file)) as CarrierPlugin;
const options = plugin.options.parse(written);
const running = new Map<number, AbortController>();

port.on('message', (message: ToThread) => {
  if ('ping' in message) return send({ pong: true });
  if ('abort' in message) return running.get(message.abort)?.abort(new Error('the attempt was ended'));
  void runCall(message);
});
send({ ready: true });

function send(message: FromThread): void {
  port.postMessage(message);
}

async function runCall({ call, hook, input }: Extract<ToThread, { hook: unknown }>): Promise<void> {
  const controller = new AbortController();
  running.set(call, controller);
  try {
    const tools = {
      signal: controller.signal,
      http: trial ? pluginHttpOver(trialTransport(trial, (request) => send({ call, request }))) : pluginHttp,
      say: (line: Extract<FromThread, { line: unknown }>['line']) => send({ call, line }),
    };
    send({ call, result: await runHook(plugin, options, hook, input, tools) });
  } catch (error) {
    send({ call, error: transferred(error) });
  } finally {
    running.delete(call);
  }
}

/** Compares classes and not names, because a plugin may have its own classes of the same names. */
function transferred(error: unknown): TransferredError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { message } = error;
  const stack = joinedStack(error);
  if (error instanceof CarrierUnavailable) {
    const { name, retryAfterSeconds } = error;
    return { name, message, stack, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  const isOfContract = error instanceof CarrierRefused || error instanceof PluginDefect;
  return { name: isOfContract ? error.name : error.constructor.name, message, stack };
}
