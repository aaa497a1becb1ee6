import { createContext, Script } from 'node:vm';
import type { Plugin } from '../contract.ts';
import { PluginDefect } from '../errors.ts';

/**
 * Runs a hook with a time limit. A hook that ignores its abort signal goes on without an effect on the caller.
 * @throws PluginDefect after the time limit; the reason of the signal; any error of the hook
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  signal: AbortSignal,
  run: (cut: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const cut = AbortSignal.any([signal, late.signal]);
  let leave: () => void = () => undefined;
  const over = new Promise<never>((_, reject) => {
    leave = () => reject(cut.reason);
    cut.addEventListener('abort', leave);
  });
  const timer = setTimeout(() => late.abort(new PluginDefect(`gave no answer within ${limitMs / 1000} s`)), limitMs);
  const running = run(cut);
  running.catch(() => undefined);
  try {
    return await Promise.race([running, over]);
  } finally {
    clearTimeout(timer);
    cut.removeEventListener('abort', leave);
  }
}

type PlanFunction = Plugin['plan'];

/** A plan is part of an issue. The plans of the bundled plugins take some microseconds. */
const planLimitMs = 1_000;

const sandbox = createContext({ run: () => undefined }) as { run: () => unknown };
const script = new Script('run()');

/**
 * Wraps the `plan` of a plugin that does not come with Conveyor. The plan gets a copy of the order, so that it cannot change the
 * order for rules and other plugins. It is stopped after one second, even in an endless loop. The wrapper costs 0.1 ms.
 */
export function guardedPlan(plan: PlanFunction): PlanFunction {
  return (order, options) => {
    const copy = structuredClone(order);
    sandbox.run = () => plan(copy, options);
    try {
      return script.runInContext(sandbox, { timeout: planLimitMs }) as ReturnType<PlanFunction>;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new Error(`plan gave no answer within ${planLimitMs / 1000} s`);
    } finally {
      sandbox.run = () => undefined;
    }
  };
}
