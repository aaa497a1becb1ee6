import { type DestinationStream, type Logger, pino } from 'pino';
import { logOutput } from '../../../../lib/tracing/log-destination.ts';

/** Members that the log never shows, at any depth. */
const secret = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'password_hash',
  'api_key',
  'session_token',
  'secret',
];

/** The log of the service: one JSON object a line, without credentials. */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: secret
        .flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers["${name}"]`])
        .concat('*["set-cookie"]'),
      censor: '[redacted]',
    },
  };
  return pino(settings, options.destination ?? logOutput());
}
