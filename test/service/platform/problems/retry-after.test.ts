import { expect, test } from 'vitest';
import { catalogue, type ProblemCode, problem } from '../../../../service/platform/problems/problems.ts';

const codes = Object.keys(catalogue) as ProblemCode[];

test.each(codes)('%s says when to try again exactly if it is for now', (code) => {
  const { status, headers } = problem(code, 'Try again.');
  expect('retry-after' in headers).toBe(status === 429 || status === 503);
});
