import { servicePath } from '../ground/client.ts';

/** A part of the console that is no longer there: the service has been upgraded since the page was opened. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** Milliseconds between two attempts to reach the service. */
const restOfOutage = 2_000;

async function isServiceThere(): Promise<boolean> {
  try {
    const { ok } = await fetch(`${servicePath}/healthz`, { cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}

/**
 * Loads a part of the console. While the service cannot be reached, it waits.
 * @example lazyRouteComponent(() => loaded(() => import('./orders/page.tsx')), 'OrdersPage')
 * @throws Outdated if the service answers but has no such part
 */
export async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  let wasThere = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const isThere = await isServiceThere();
      // The service may have become reachable between the attempt and this question.
      if (isThere && wasThere) throw new Outdated(undefined, { cause: error });
      if (!isThere) await new Promise((resolve) => setTimeout(resolve, restOfOutage));
      wasThere = isThere;
    }
  }
}
