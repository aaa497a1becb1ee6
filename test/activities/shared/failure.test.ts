import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { failure } from '../../../activities/shared/failure.ts';
import { ProblemError } from '../../../client/client.ts';

const isRetried = async (status: number, code: string): Promise<boolean> => {
  const environment = new MockActivityEnvironment();
  const seen = await environment.run(async () => failure(new ProblemError(status, code, 'It is refused.')));
  return !(seen as ApplicationFailure).nonRetryable;
};

test.each([
  [404, 'path.unknown', true],
  [405, 'method.not-allowed', true],
  [503, 'service.busy', true],
  [404, 'record.unknown', false],
  [409, 'order.state', false],
  [422, 'body.invalid', false],
])(
  'a call that is refused with %s %s is retried: %s. A service of an older build may lack a call',
  async (status, code, retried) => {
    expect(await isRetried(status, code)).toBe(retried);
  },
);
