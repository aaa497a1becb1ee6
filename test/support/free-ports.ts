import { freePort, isFree } from '../../stack/ports.ts';

/** The first of three ports in a row that nobody listens on: what a stack takes. */
export async function threeFreePorts(): Promise<number> {
  for (;;) {
    const first = await freePort();
    if (first < 65_000 && (await isFree(first + 1)) && (await isFree(first + 2))) return first;
  }
}
