import type { CarrierPlugin } from './contract.ts';
import { checkedResult, type HookResults } from './hook-results.ts';
import type { PluginHttp } from './http.ts';
import { PluginDefect } from './refusal.ts';
import type { CarrierHook, PluginLog } from './shipment.ts';

/** What a hook is about: plain values, as they go into a thread. */
export interface HookInput {
  readonly carrier: string;
  readonly idempotencyKey: string;
  readonly [about: string]: unknown;
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

/** What a plugin may say in one call; the rest is counted. */
const linesOfCall = 100;
const longestMessage = 2_000;

/**
 * Runs one hook and checks what it gives.
 * @throws PluginDefect for a result that breaks the contract; what the plugin throws, as it is
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
    const given = await run({ ...input, options, http, signal, log: lines.log });
    const checked = checkedResult(hook, given, input);
    if ('wrong' in checked) throw new PluginDefect(checked.wrong);
    return checked.result;
  } finally {
    lines.end();
  }
}

function limitedLog(say: HookTools['say']): { log: PluginLog; end: () => void } {
  let said = 0;
  const write =
    (level: LogLine['level']): PluginLog['info'] =>
    (message, fields = {}) => {
      said += 1;
      if (said <= linesOfCall) say({ level, message: shortened(String(message)), fields: plain(fields) });
    };
  return {
    log: { info: write('info'), warn: write('warn') },
    end: () => {
      const more = said - linesOfCall;
      if (more > 0) say({ level: 'warn', message: `${more} more lines of the plugin were left out`, fields: {} });
    },
  };
}

const shortened = (text: string) => (text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text);

/** Fields as JSON would have them, and no more of them than of a message. */
function plain(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    const text = JSON.stringify(fields);
    return text.length > longestMessage ? { fields: shortened(text) } : JSON.parse(text);
  } catch {
    return {};
  }
}
