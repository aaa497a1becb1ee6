import { freePort, isFree } from '../../cli/stack/ports.ts';

/** Returns the first of three consecutive free ports, as many as a stack needs. */
export async function threeFreePorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    if (first < 65_000 && (await isFree(first + 1)) && (await isFree(first + 2))) return first;
  }
}
