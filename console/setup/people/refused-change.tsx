import { Alert } from '@mantine/core';
import type { UserAccess, UserGroupAccess } from '../../../client/browser.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ServiceText } from '../../texts/service-words.tsx';

interface RefusedChangeProps {
  /** Whether the reader may change the user or the group, by its last read. */
  readonly reading: {
    readonly data: Pick<UserAccess | UserGroupAccess, 'refusal'> | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** That the reader may not. */
  readonly title: string;
}

/** Says why the reader may not change a user or a group, in the words of the service. */
export function RefusedChange({ reading: { data, error, refetch }, title }: RefusedChangeProps) {
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data?.refusal) return null;
  return (
    <Alert color="gray" title={title}>
      <ServiceText>{data.refusal.detail}</ServiceText>
    </Alert>
  );
}
