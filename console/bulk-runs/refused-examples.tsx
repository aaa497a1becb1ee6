import { useQuery } from '@tanstack/react-query';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { OutcomeRows } from './outcome-rows.tsx';
import { type Run, runsKey } from './run.ts';

/** The first orders that a run refused or did not issue, with the reason of each. The page of the run has all of them. */
const shown = 20;

export function RefusedExamples({ run: { id, failed, warned } }: { readonly run: Run }) {
  const { data, error } = useQuery({
    queryKey: [...runsKey, id, 'refused', failed, warned],
    queryFn: () =>
      client.bulkrun.order.list(id, {
        filter: 'outcome IN ("failed", "warned")',
        sort: 'id',
        perPage: shown,
        embed: 'order',
      }),
    enabled: failed + warned > 0,
    placeholderData: (before) => before,
  });
  if (error) return <ProblemNotice error={error} />;
  if (failed + warned === 0 || !data) return null;
  return <OutcomeRows rows={data.data} />;
}
