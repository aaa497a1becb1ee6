import { Badge, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BulkRun } from '../../client/browser.ts';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useLanguage, useTexts } from '../texts/texts.tsx';

const queryKey = ['bulkrun', 'under-way'] as const;
const ofBulkRuns = ({ object }: Change) => object === 'bulkrun';
const shown = 8;
/** Milliseconds between two reads while a run is under way: its counts cause no events. */
const interval = 2_000;

/** The bulk runs that are running or paused, with how far they are. */
export function BulkRuns() {
  const texts = useTexts();
  useFreshAfter(queryKey, ofBulkRuns);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      (await client.bulkrun.list({ filter: 'status_id = 1 || status_id = 2', sort: '-id', perPage: shown })).data,
    refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? interval : false),
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.today.bulkRuns}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
        {data.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function Run({ run }: { readonly run: BulkRun }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { id, action, state, total, done, skipped, warned, failed, paused_why } = run;
  const over = done + skipped + warned + failed;
  const faults = texts.today.bulkFaults(failed, warned);
  return (
    <Card
      renderRoot={(props) => <Link to="/bulkruns/$id" params={{ id: String(id) }} search={{}} {...props} />}
      withBorder
      padding="sm"
      className="tile"
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">
          {action} #{id.toLocaleString(language)}
        </Text>
        <Badge color={state === 'paused' ? 'yellow' : 'green'} variant="dot" tt="none" flex="none">
          {state === 'paused' ? texts.today.paused : texts.today.running}
        </Badge>
      </Group>
      <Progress value={total === 0 ? 0 : (100 * over) / total} aria-label={texts.today.bulkProgress(id)} my={6} />
      <Text size="xs">{[texts.today.bulkCounts(over, total), faults, paused_why].filter(Boolean).join(' · ')}</Text>
    </Card>
  );
}
