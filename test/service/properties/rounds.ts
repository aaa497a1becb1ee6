import { expect } from 'vitest';
import type { Reply } from '../../support/test-service.ts';

/** How often each race is run. For a long run: `CONVEYOR_RACE_ROUNDS=100 npx vitest run test/service/properties/races.test.ts`. */
export const rounds = Number(process.env.CONVEYOR_RACE_ROUNDS ?? 3);

/** Makes calls at the same time. None of them may fail, or answer with an error of the database. */
export async function atOnce(...calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const replies = await Promise.all(calls.map((call) => call()));
  for (const { status, body } of replies) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(JSON.stringify(body) ?? '').not.toMatch(/deadlock|violates|constraint|relation \\"|serializ/);
  }
  return replies;
}
