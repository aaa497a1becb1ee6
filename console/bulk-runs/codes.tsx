import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../ground/client.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { isOpen, type Run, runsKey } from './run.ts';
import { useBulkRunPageTexts } from './texts/use-texts.ts';

/** Milliseconds between two counts while the run works: to count 200,000 orders takes more than to read the totals. */
const interval = 3_000;

/** How many orders have which code. Each number leads to its orders. */
export function Codes({ run }: { readonly run: Run }) {
  const { outcomes } = useTexts().bulkRuns;
  const texts = useBulkRunPageTexts();
  const { language } = useLanguage();
  const { id, state, done, skipped, warned, failed } = run;
  const isWorking = isOpen(run);
  // When the run has stopped, it is counted once more.
  const rest = isWorking ? null : [state, done, skipped, warned, failed];
  const { data = [] } = useQuery({
    queryKey: [...runsKey, id, 'outcomes', rest],
    queryFn: () => client.bulkrun.outcomes(id),
    placeholderData: keepPreviousData,
    refetchInterval: isWorking ? interval : false,
  });
  const counts = data.flatMap(({ outcome, code, orders }) =>
    outcome !== null && code !== null ? [{ outcome, code, orders }] : [],
  );
  if (counts.length === 0) return null;
  return (
    <Group gap="xs" component="nav" aria-label={texts.byCode}>
      <Text size="sm">{texts.byCode}:</Text>
      {counts.map(({ outcome, code, orders }) => (
        <Link
          key={`${outcome} ${code}`}
          to="/bulkruns/$id"
          params={{ id: String(id) }}
          search={{ outcome, code }}
          className={`run-total ${outcome}`}
        >
          <b>{orders.toLocaleString(language)}</b> {code} ({outcomes[outcome]})
        </Link>
      ))}
    </Group>
  );
}
