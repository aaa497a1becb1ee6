import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookLog } from '../../client/browser.ts';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';

const queryKey = ['webhook', 'failing'] as const;
const ofWebhooks = ({ object }: Change) => object === 'webhook';
const shown = 8;
/** Milliseconds between two reads: a delivery that fails causes no event. */
const interval = 30_000;

/**
 * The webhooks with failing deliveries, and the webhooks that the service has switched off, each with its last
 * answer.
 */
export function FailingWebhooks() {
  const texts = useTexts();
  useFreshAfter(queryKey, ofWebhooks);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const filter = 'failing_since IS NOT NULL || switched_off_at IS NOT NULL';
      return (await client.webhook.list({ filter, sort: '-failing_since', perPage: shown })).data;
    },
    refetchInterval: interval,
  });
  const answers = useLastAnswers(data ?? []);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.today.webhooks}
      </Title>
      {data.map((webhook) => (
        <Failing key={webhook.id} webhook={webhook} answer={answers.get(webhook.id)} />
      ))}
    </Stack>
  );
}

/** Reads the last answers of webhooks, if there are webhooks and the user may see them. */
function useLastAnswers(webhooks: readonly Webhook[]): ReadonlyMap<number, WebhookLog> {
  const permits = usePermits();
  const ids = webhooks.map(({ id }) => id).join(',');
  const { data = [] } = useQuery({
    queryKey: [...queryKey, 'answers', ids],
    queryFn: async () => {
      const query = { webhook_id: ids, filter: 'outcome = "failed"', sort: '-id', perPage: 50 };
      return (await client.webhooklog.list(query)).data;
    },
    enabled: ids !== '' && permits('webhooklog.read'),
  });
  // From the oldest to the newest: the newest one stays.
  return new Map([...data].reverse().map((entry) => [entry.webhook_id, entry]));
}

interface FailingProps {
  readonly webhook: Webhook;
  readonly answer: WebhookLog | undefined;
}

function Failing({ webhook, answer }: FailingProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { url, failing_since, switched_off_at, switched_off_why } = webhook;
  const since = failing_since ?? switched_off_at;
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" align="flex-start">
        <Text size="sm" className="address">
          {url}
        </Text>
        <Badge color="red" variant="dot" tt="none" flex="none">
          {switched_off_at
            ? texts.today.switchedOff
            : since && <span title={moment(since, language)}>{texts.today.failingSince(ago(since, language))}</span>}
        </Badge>
      </Group>
      {switched_off_why && <Text size="xs">{switched_off_why}</Text>}
      {answer && (
        <Text size="xs" className="address">
          {texts.today.lastAnswer(wordsOf(answer), ago(answer.created_at, language))}
        </Text>
      )}
    </Card>
  );
}

/** Characters of an answer that the page shows. */
const longest = 120;

function wordsOf({ status, error, answer_body }: WebhookLog): string {
  const body = (answer_body ?? '').trim();
  const shortened = body.length > longest ? `${body.slice(0, longest)} …` : body;
  return [status, error, shortened].filter(Boolean).join(' · ');
}
