import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Resend } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { useWebhookTexts } from '../texts/use-texts.ts';

const resendKey = ['resend'] as const;
/** Milliseconds between two reads. The counts of a resend have no events. */
const whileRunning = 1_000;
const otherwise = 10_000;

const isOver = ({ state, pending }: Resend) => state !== 'running' && pending === 0;

/** The counts with the color that each has in the bar. */
const counts = { delivered: 'done', failed: 'failed', not_sent: 'skipped', pending: '' } as const;
const names = Object.keys(counts) as (keyof typeof counts)[];

/** How far a resend is. */
export function ResendProgress({ id }: { readonly id: number }) {
  const texts = useWebhookTexts().resend;
  const permits = usePermits();
  const { language } = useLanguage();
  const queries = useQueryClient();
  const isPermitted = permits('resend.read');
  const { data, error, refetch } = useQuery({
    queryKey: [...resendKey, id],
    queryFn: () => client.resend.get(id),
    enabled: isPermitted,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : whileRunning),
  });
  if (!isPermitted) return null;
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.progressTitle(id)}>
      <Stack gap="xs">
        <Group gap="sm">
          <Title order={2} size="h5">
            {texts.progressTitle(id)}
          </Title>
          <Badge variant="dot" tt="none" color={data.state === 'running' ? 'green' : 'gray'}>
            {texts.progressStates[data.state]}
          </Badge>
          {data.state === 'running' && permits('webhook.resend') && (
            <CallButton
              size="compact-sm"
              variant="default"
              action={({ resend }) => resend.cancel(id)}
              onDone={() => void queries.invalidateQueries({ queryKey: resendKey })}
              onRefused={() => void refetch()}
            >
              {texts.cancel}
            </CallButton>
          )}
        </Group>
        <div className="run-bar" aria-hidden>
          {names.map((name) => (
            <div key={name} className={counts[name]} style={{ flexGrow: data[name] }} />
          ))}
        </div>
        <Text size="sm" aria-live="polite">
          {names.map((name) => `${data[name].toLocaleString(language)} ${texts.counts[name]}`).join(' · ')}
        </Text>
        <Group gap="sm">
          {permits('webhookdelivery.read') && <Text size="sm">{texts.onlyThese}</Text>}
          <Anchor size="sm" renderRoot={(props) => <Link to="/setup/webhooks/log" search={{}} {...props} />}>
            {texts.leave}
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The resends under way, with a way to each: somebody else may have started them. @param except the one that is shown */
export function RunningResends({ except }: { readonly except: number | undefined }) {
  const texts = useWebhookTexts().resend;
  const { data } = useQuery({
    queryKey: [...resendKey, 'running'],
    queryFn: async () => (await client.resend.list({ filter: 'state = "running"', sort: '-id', perPage: 5 })).data,
    refetchInterval: otherwise,
  });
  const others = data?.filter(({ id }) => id !== except) ?? [];
  return others.map(({ id, pending }) => (
    <Anchor
      key={id}
      size="sm"
      renderRoot={(props) => <Link to="/setup/webhooks/log" search={{ resend: id }} {...props} />}
    >
      {texts.running(id, pending)}
    </Anchor>
  ));
}
