import type { Problem } from '../problems/problems.ts';
import { sqlState } from './connection-failure.ts';

/** The SQLSTATE of a number that is too large for its column. */
export const overflow = '22003';

/** Digits before the point of quantities and of totals, as PostgreSQL stores them. */
export const storedDigits = 12;

/**
 * Waits for a statement that adds or multiplies numbers of the request. Each of them fits alone, and PostgreSQL does not say which
 * column the result does not fit.
 * @throws the refusal where the result does not fit its column
 */
export async function inRange<Result>(statement: Promise<Result>, refusal: () => Problem): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    throw sqlState(error) === overflow ? refusal() : error;
  }
}
