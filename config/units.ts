import { z } from 'zod';

const secondsIn: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  second: 1,
  minute: 60,
  hour: 3600,
};

/** `5m`, `30s`, `24h`, `500ms`: read as seconds. */
export const duration = z
  .string({ error: 'expected a duration such as 30s, 5m or 24h' })
  .regex(/^[1-9]\d*(ms|s|m|h|d)$/, { error: 'expected a duration such as 30s, 5m or 24h' })
  .transform((text) => Number.parseInt(text, 10) * (secondsIn[text.replace(/^\d+/, '')] ?? 1));

/** `20 per second`, `600 per minute`: read as a number per second. */
export const rate = z
  .string({ error: 'expected a rate such as "20 per second"' })
  .regex(/^[1-9]\d* per (second|minute|hour)$/, { error: 'expected a rate such as "20 per second"' })
  .transform((text) => Number.parseInt(text, 10) / (secondsIn[text.replace(/^.* per /, '')] ?? 1));
