import './bulk-runs.css';
import { Anchor, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Pages } from '../common/pages.tsx';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { offeredActions } from './actions.ts';
import { isOpen, processedOf, type Run, runsKey, useFreshAfterRuns, userOf } from './run.ts';
import { StateBadge } from './run-summary.tsx';
import { useBulkRunPageTexts } from './texts/use-texts.ts';

const perPage = 50;

/** The latest bulk runs. Runs in progress update automatically. */
export function BulkRunsPage() {
  const texts = useTexts().bulkRuns;
  const { page = 1 } = useSearch({ from: '/frame/bulkruns' });
  useTitle(texts.title);
  useFreshAfterRuns();
  const permits = usePermits();
  const pageTexts = useBulkRunPageTexts();
  const embed = embedOf({ user: 'user.read' }, permits);
  const { data, error, refetch } = useQuery({
    queryKey: [...runsKey, 'list', page, embed],
    queryFn: () => client.bulkrun.list({ sort: '-id', page, perPage, embed }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? 2_000 : false),
  });
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        {offeredActions(permits).length > 0 && (
          <Button renderRoot={(props) => <Link to="/bulkruns/new" {...props} />}>{pageTexts.newTitle}</Button>
        )}
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.total === 0 && <Text>{texts.empty}</Text>}
      {data && data.total > 0 && (
        <>
          <Runs runs={data.data as Run[]} />
          <Pages page={page} last={data.last_page} />
        </>
      )}
    </Stack>
  );
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  const texts = useTexts().bulkRuns;
  return (
    <div className="run-table" tabIndex={0} role="region" aria-label={texts.title}>
      <table>
        <thead>
          <tr>
            {(['run', 'action', 'state', 'orders', 'by', 'started'] as const).map((name) => (
              <th key={name} scope="col">
                {texts.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const texts = useTexts().bulkRuns;
  const { language } = useLanguage();
  const { reason } = run.options as { reason?: string };
  return (
    <tr>
      <td>
        <Anchor inherit renderRoot={(props) => <Link to="/bulkruns/$id" params={{ id: String(run.id) }} {...props} />}>
          {texts.name(run.id)}
        </Anchor>
      </td>
      <td className="wide">
        {texts.actions[run.action]}
        {reason && `: ${reason}`}
        <div className="run-orders">{run.select ? <Code>{run.select}</Code> : texts.chosen}</div>
      </td>
      <td>
        <StateBadge state={run.state} />
      </td>
      <td>
        {texts.progress(processedOf(run), run.total)}
        {run.failed > 0 && <div>{texts.refused(run.failed)}</div>}
      </td>
      <td>{userOf(run)}</td>
      <td>
        <time title={moment(run.created_at, language)}>{ago(run.created_at, language)}</time>
      </td>
    </tr>
  );
}
