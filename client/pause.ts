/** Resolves after some milliseconds. @throws the reason of the signal, as soon as it aborts */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await untilAborted(over, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a value. @throws the reason of the signal, as soon as it aborts */
export async function untilAborted<T>(value: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return await value;
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
