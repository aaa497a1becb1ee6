import { Anchor, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pages } from '../common/pages.tsx';
import { client, servicePath } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import type { OutcomesAddress } from './address.ts';
import { Codes } from './codes.tsx';
import { OutcomeRows } from './outcome-rows.tsx';
import { RateField } from './rate-field.tsx';
import { isOpen, processedOf, type Run, runsKey, useRun, userOf } from './run.ts';
import { RunSummary } from './run-summary.tsx';
import { useBulkRunPageTexts } from './texts/use-texts.ts';

/** A bulk run: how far it is, what moves it, and the outcome of each of its orders. */
export function BulkRunPage() {
  const texts = useTexts();
  const id = Number(useParams({ from: '/frame/bulkruns/$id' }).id);
  const { data: run } = useRun(id);
  const title = run ? `${texts.bulkRuns.name(id)}: ${texts.bulkRuns.actions[run.action]}` : texts.bulkRuns.name(id);
  useTitle(title);
  return (
    <Stack>
      <Stack gap={4}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {run && <Head run={run} />}
      </Stack>
      <RunSummary id={id} />
      {run && <Tools run={run} />}
      {run && <Outcomes run={run} />}
    </Stack>
  );
}

/** The user, the time and the orders of the run, and the reason of a hold. */
function Head({ run }: { readonly run: Run }) {
  const { language } = useLanguage();
  const { reason } = run.options as { reason?: string };
  const words = [reason, userOf(run)].filter(Boolean).join(' · ');
  return (
    <>
      <Text size="sm">
        {words}
        {words && ' · '}
        <time title={moment(run.created_at, language)}>{ago(run.created_at, language)}</time>
      </Text>
      {run.select && (
        <Code block className="run-expression">
          {run.select}
        </Code>
      )}
    </>
  );
}

/** The speed of a run that works, and the documents of one that prints. */
function Tools({ run }: { readonly run: Run }) {
  const texts = useBulkRunPageTexts();
  const permits = usePermits();
  const isLive = run.state === 'running' || run.state === 'paused';
  return (
    <Group gap="md" align="flex-end">
      {isLive && permits('bulkrun.rate') && <RateField key={run.rate} run={run} />}
      {run.action === 'print' && run.done > 0 && permits('document.read') && (
        <Anchor size="sm" href={`${servicePath}/bulkrun/${run.id}/pdf`} target="_blank" rel="noreferrer">
          {texts.pdf}
        </Anchor>
      )}
    </Group>
  );
}

const perPage = 50;

function Outcomes({ run }: { readonly run: Run }) {
  const texts = useTexts().bulkRuns;
  const address = useSearch({ from: '/frame/bulkruns/$id' });
  const { page = 1 } = address;
  const embed = embedOf({ order: 'salesorder.read' }, usePermits());
  const { data, error, refetch } = useQuery({
    // With the totals in the key, the list is read again when one of them changes.
    queryKey: [...runsKey, run.id, 'orders', address, embed, processedOf(run), run.failed],
    queryFn: () => client.bulkrun.order.list(run.id, { ...queryOf(address), sort: 'id', page, perPage, embed }),
    placeholderData: keepPreviousData,
    gcTime: isOpen(run) ? 5_000 : 300_000,
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.list}
      </Title>
      <Codes run={run} />
      <Filters address={address} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.total === 0 && <Text size="sm">{texts.noOrder}</Text>}
      {data && data.total > 0 && (
        <>
          <OutcomeRows rows={data.data} isFilterOffered />
          <Pages page={page} last={data.last_page} />
        </>
      )}
    </Stack>
  );
}

/** The conditions of a list of outcomes. A waiting order has no outcome yet. */
function queryOf({ outcome, code }: OutcomesAddress) {
  const conditions = [
    outcome === 'open' ? 'outcome IS NULL' : outcome && `outcome = "${outcome}"`,
    code && `code = ${JSON.stringify(code)}`,
  ].filter(Boolean);
  return conditions.length === 0 ? {} : { filter: conditions.join(' && ') };
}

/** The filters of the list, with a way back to all orders. */
function Filters({ address: { outcome, code } }: { readonly address: OutcomesAddress }) {
  const texts = useTexts().bulkRuns;
  const navigate = useNavigate({ from: '/bulkruns/$id' });
  if (!outcome && !code) return null;
  const chip = (words: string, without: keyof OutcomesAddress) => (
    <Button
      size="compact-sm"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      onClick={() =>
        void navigate({ search: ({ page: _page, [without]: _without, ...before }: OutcomesAddress) => before })
      }
    >
      {words}
    </Button>
  );
  return (
    <Group gap="xs">
      {outcome && chip(texts.onlyCode(texts.outcomes[outcome]), 'outcome')}
      {code && chip(texts.onlyCode(code), 'code')}
      <Anchor size="sm" renderRoot={(props) => <Link from="/bulkruns/$id" search={{}} {...props} />}>
        {texts.allOutcomes}
      </Anchor>
    </Group>
  );
}
