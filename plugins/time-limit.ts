import { PluginDefect } from './refusal.ts';

/**
 * Runs something that is cut off when its time is over or somebody ends it. What does not end when it is told to is left behind.
 * @throws PluginDefect where its time was over; the signal's reason; what it throws
 */
export async function within<Result>(
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
