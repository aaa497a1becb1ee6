import { expect } from 'vitest';
import type { Reply } from '../../support/test-service.ts';

/** How often each race is run. A long run: `CONVEYOR_RACE_ROUNDS=100 npx vitest run test/service/properties/races.test.ts`. */
export const rounds = Number(process.env.CONVEYOR_RACE_ROUNDS ?? 8);

/** Calls made at once. Whatever they meet, none fails, and none tells of the database. */
export async function atOnce(...calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const replies = await Promise.all(calls.map((call) => call()));
  for (const { status, body } of replies) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(JSON.stringify(body) ?? '').not.toMatch(/deadlock|violates|constraint|relation \\"|serializ/);
  }
  return replies;
}
