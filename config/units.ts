import { z } from 'zod';
import { type Moment, type Step, steps } from './planning/plan.ts';

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

/** Parses `5m`, `30s`, `24h` or `500ms` into seconds. */
export const duration = z
  .string({ error: 'expected a duration such as 30s, 5m or 24h' })
  .regex(/^[1-9]\d*(ms|s|m|h|d)$/, { error: 'expected a duration such as 30s, 5m or 24h' })
  .transform((text) => Number.parseInt(text, 10) * (secondsIn[text.replace(/^\d+/, '')] ?? 1));

const moments = new RegExp(`^([1-9]\\d*[smhd]) at (${steps.join('|')})$`);

/** Parses `24h at pack`: a waiting time of an order at a step. */
export const waiting = z
  .string({ error: 'expected a time and a step such as "24h at pack"' })
  .regex(moments, { error: 'expected a time and a step such as "24h at pack"' })
  .transform((text): Moment => {
    const [, time = '', step] = moments.exec(text) ?? [];
    return { step: step as Step, waited: Number.parseInt(time, 10) * (secondsIn[time.replace(/^\d+/, '')] ?? 1) };
  });

/** Parses `20 per second` or `600 per minute` into a number per second. */
export const rate = z
  .string({ error: 'expected a rate such as "20 per second"' })
  .regex(/^[1-9]\d* per (second|minute|hour)$/, { error: 'expected a rate such as "20 per second"' })
  .transform((text) => Number.parseInt(text, 10) / (secondsIn[text.replace(/^.* per /, '')] ?? 1));
