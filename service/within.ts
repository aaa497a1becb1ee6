/**
 * Returns the result of `action`, or throws after a time limit. The action continues, and nobody uses its result.
 * @param limit milliseconds
 * @throws Error after the limit, and every error of the action before it
 */
export async function within<Result>(limit: number, action: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit / 1000} seconds`)), limit);
  });
  try {
    return await Promise.race([action(), late]);
  } finally {
    clearTimeout(timer);
  }
}
