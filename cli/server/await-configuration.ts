import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError, TransportError } from '../../client/problem-error.ts';
import type { Configuration } from '../../config/configuration.ts';

/** Milliseconds between two attempts. */
const interval = 2_000;

/**
 * Loads the configuration as soon as the service is reachable and has one.
 * @param say gets each new reason to wait
 * @throws every error that a wait cannot resolve: a refused key, faults of the configuration on this machine
 */
export async function awaitConfiguration(
  load: () => Promise<Configuration>,
  url: string,
  say: (sentence: string) => void,
): Promise<Configuration> {
  for (let said = ''; ; await pause(interval)) {
    try {
      return await load();
    } catch (error) {
      const reason = reasonToWait(error);
      if (reason === null) throw error;
      const sentence = `The worker waits for the configuration of the service at ${url}. ${reason}`;
      if (sentence !== said) say(sentence);
      said = sentence;
    }
  }
}

function reasonToWait(error: unknown): string | null {
  if (error instanceof TransportError) return `The service does not answer (${error.code}).`;
  return error instanceof ProblemError && error.status >= 500 ? error.detail : null;
}
