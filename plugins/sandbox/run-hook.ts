import type { CarrierPlugin } from '../contract.ts';
import { FailedRequest, PluginDefect } from '../errors.ts';
import type { PluginHttp } from '../http.ts';
import type { CarrierHook, PluginLog } from '../shipment.ts';
import { checkedResult, type HookResults } from './hook-results.ts';

/** The context of a hook without options and functions: plain values that can be sent to a thread. */
export interface HookInput {
  readonly carrier: string;
  readonly idempotencyKey: string;
  readonly [member: string]: unknown;
}

export interface LogLine {
  readonly level: 'info' | 'warn';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface HookTools {
  readonly signal: AbortSignal;
  readonly http: PluginHttp;
  readonly say: (line: LogLine) => void;
}

/** Greatest number of log lines in one call. The rest is only counted. */
const linesOfCall = 100;
const longestMessage = 2_000;

/**
 * Runs one hook and checks its result.
 * @throws PluginDefect for a result that breaks the contract; any error of the plugin, unchanged
 */
export async function runHook<Hook extends CarrierHook>(
  plugin: CarrierPlugin,
  options: unknown,
  hook: Hook,
  input: HookInput,
  { signal, http, say }: HookTools,
): Promise<HookResults[Hook]> {
  const run = plugin[hook] as ((context: object) => Promise<unknown>) | null | undefined;
  if (!run) throw new PluginDefect(`has no hook ${hook}`);
  const lines = limitedLog(say);
  try {
    const value = await run({ ...input, options, http, signal, log: lines.log });
    const checked = checkedResult(hook, value, input);
    if ('fault' in checked) throw new PluginDefect(checked.fault);
    return checked.result;
  } catch (error) {
    const request = failedRequestIn(error);
    if (request) lines.log.warn(request.message);
    throw error;
  } finally {
    lines.end();
  }
}

/** Returns the request among the causes of an error. */
function failedRequestIn(error: unknown): FailedRequest | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < mostCauses; at = at.cause, depth += 1) {
    if (at instanceof FailedRequest) return at;
  }
  return undefined;
}

/** Greatest number of causes that are looked at. An error can be its own cause. */
const mostCauses = 20;

function limitedLog(say: HookTools['say']): { log: PluginLog; end: () => void } {
  let count = 0;
  const write =
    (level: LogLine['level']): PluginLog['info'] =>
    (message, fields = {}) => {
      count += 1;
      if (count <= linesOfCall) say({ level, message: shortened(String(message)), fields: plain(fields) });
    };
  return {
    log: { info: write('info'), warn: write('warn') },
    end: () => {
      const more = count - linesOfCall;
      if (more > 0) say({ level: 'warn', message: `${more} more lines of the plugin were left out`, fields: {} });
    },
  };
}

const shortened = (text: string) => (text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text);

/** Returns the fields as JSON values. Fields longer than a message become one shortened text. */
function plain(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    const text = JSON.stringify(fields);
    return text.length > longestMessage ? { fields: shortened(text) } : JSON.parse(text);
  } catch {
    return {};
  }
}
