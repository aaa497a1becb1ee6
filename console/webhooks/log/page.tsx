import '../webhooks.css';
import '../../bulk-runs/bulk-runs.css';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Pages } from '../../common/pages.tsx';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { ToWebhooks } from '../to-webhooks.tsx';
import { attemptFields, logKey, useEvents } from '../webhooks.ts';
import { filterOf, type LogAddress } from './address.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { LogFilters } from './filters.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import { ResendProgress, RunningResends } from './resend-progress.tsx';
import { type LogRow, LogRows } from './rows.tsx';

const perPage = 50;
/** Milliseconds between two reads: attempts cause no events. Older pages change only when an attempt of theirs ends. */
const ofFirstPage = 2_000;
const ofOlderPages = 10_000;

/** The attempts of all deliveries, the newest first. The filters, the page and the open attempt are in the address. */
export function WebhookLogPage() {
  const texts = useWebhookTexts().attempts;
  const address = useSearch({ from: '/frame/setup/webhooks/log' });
  const navigate = useNavigate({ from: '/setup/webhooks/log' });
  useTitle(texts.title);
  const { entry, resend } = address;
  const close = () => void navigate({ search: ({ entry: _entry, ...before }: LogAddress) => before, replace: true });
  return (
    <Stack gap="sm">
      <Head />
      {resend && <ResendProgress key={resend} id={resend} />}
      <LogFilters address={address} />
      <Attempts address={address} />
      {entry && <EntryDialog key={entry} id={entry} onClose={close} />}
    </Stack>
  );
}

function Head() {
  const texts = useWebhookTexts();
  const permits = usePermits();
  const { webhook, from, resend } = useSearch({ from: '/frame/setup/webhooks/log' });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2">
          {texts.attempts.title}
        </Title>
        <Group gap="sm">
          <ToWebhooks />
          {permits('webhook.resend') && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {texts.resend.ofFailed}
            </Button>
          )}
        </Group>
      </Group>
      {permits('resend.read') && <RunningResends except={resend} />}
      {isOpen && <ResendDialog webhook={webhook} from={from} onClose={() => setOpen(false)} />}
    </>
  );
}

function Attempts({ address }: { readonly address: LogAddress }) {
  const texts = useWebhookTexts().attempts;
  const permits = usePermits();
  const { page = 1 } = address;
  const { data: events } = useEvents();
  // Without the deliveries, a search for one record or one resend is impossible.
  const { record, resend, ...others } = address;
  const filter = filterOf(permits('webhookdelivery.read') ? address : others);
  const embed = embedOf({ webhook: 'webhook.read', webhookdelivery: 'webhookdelivery.read' }, permits);
  const { data, error, refetch } = useQuery({
    queryKey: [...logKey, 'list', filter, page, embed],
    queryFn: () =>
      client.webhooklog.list({
        ...(filter ? { filter } : {}),
        ...{ sort: '-id', page, perPage, embed, counting: 'estimate' },
        fields: attemptFields,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: page === 1 ? ofFirstPage : ofOlderPages,
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const isAtLeast = data.total_is_estimate ?? false;
  const total = isAtLeast ? (data.total_at_least ?? 0) : data.total;
  return (
    <>
      <Text size="sm" aria-live="polite">
        {total > 0 ? texts.count(total, isAtLeast) : filter ? texts.noMatch : texts.empty}
      </Text>
      {data.data.length > 0 && <LogRows key={`${filter} ${page}`} rows={data.data as LogRow[]} events={events ?? []} />}
      <Pages page={page} last={Math.max(data.last_page, data.next_page_url ? page + 1 : page)} />
    </>
  );
}
