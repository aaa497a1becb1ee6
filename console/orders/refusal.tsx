import { Code } from '@mantine/core';
import { ProblemError } from '../../client/browser.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';

/** The refusal of a wrong expression has a picture of its place. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (!(error instanceof ProblemError) || error.code !== 'filter.invalid') return <ProblemNotice error={error} />;
  return (
    <Code block role="alert" lang="en">
      {error.detail}
    </Code>
  );
}
