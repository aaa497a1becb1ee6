import type { TestService } from '../../support/test-service.ts';
import { type WholeEngineOptions, wholeEngine } from '../../workflows/support/whole-engine.ts';

/** Starts a service with its relay, a namespace on a real Temporal server, and a worker. The end of the service ends them, too. */
export async function withTemporal(options: WholeEngineOptions): Promise<TestService> {
  const engine = await wholeEngine(options);
  return { ...engine.testService, close: () => engine.stop() };
}

/** Returns an operators' file with schedules. */
export const fileOf = (...schedules: readonly string[]): string =>
  `schedules:\n${schedules.map((one) => `  ${one}\n`).join('')}`;
