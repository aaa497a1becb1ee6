import { Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';

let installed = false;

/**
 * Installs Temporal's run time, one for the process: its log goes into ours, and the caller of the worker handles signals.
 * @param metrics `host:port` of the metrics for Prometheus; undefined for none
 */
export function installRuntime(logger: Logger, metrics: string | undefined): void {
  if (installed) return;
  installed = true;
  const log = (level: string, message: string, meta: object = {}) => {
    const known = level.toLowerCase() as 'trace' | 'debug' | 'info' | 'warn' | 'error';
    logger[known]?.(meta, message);
  };
  Runtime.install({
    shutdownSignals: [],
    logger: {
      log,
      trace: (message, meta) => log('trace', message, meta),
      debug: (message, meta) => log('debug', message, meta),
      info: (message, meta) => log('info', message, meta),
      warn: (message, meta) => log('warn', message, meta),
      error: (message, meta) => log('error', message, meta),
    },
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metrics ? { metrics: { prometheus: { bindAddress: metrics } } } : {}),
    },
  });
}
