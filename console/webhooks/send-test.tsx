import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CallButton } from '../ground/calls.tsx';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { useTick } from '../ground/tick.ts';
import { AnswerBody, OutcomeLine } from './answer.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { logKey, type NamedEvent, permissionOf } from './webhooks.ts';

/** Milliseconds between two looks into the log, until the answer is there. */
const untilAnswer = 500;
/** Time until the page explains a missing attempt, in milliseconds. */
const usual = 8_000;

/** Whether a user may send a test: its body is a record, which the user must be able to read. */
export const mayTest = (event: NamedEvent | undefined, permits: (needed: string) => boolean): boolean =>
  event !== undefined && permits('webhook.test') && permits(permissionOf(event));

export interface SendTestProps {
  readonly webhookId: number;
  readonly size?: 'compact-sm' | 'sm';
}

/** Sends a sample, and shows the target's answer when it appears in the log. */
export function SendTest({ webhookId, size = 'sm' }: SendTestProps) {
  const texts = useWebhookTexts().test;
  const permits = usePermits();
  const [sent, setSent] = useState<{ readonly delivery: number; readonly at: number } | null>(null);
  return (
    <Stack gap="xs" align="flex-start">
      <CallButton
        variant="default"
        size={size}
        action={({ webhook }) => webhook.test(webhookId)}
        onDone={({ id }) => setSent({ delivery: id, at: Date.now() })}
      >
        {texts.send}
      </CallButton>
      <div aria-live="polite">
        {sent &&
          (permits('webhooklog.read') ? (
            <TestAnswer key={sent.delivery} {...sent} />
          ) : (
            <Text size="sm">{texts.sent}</Text>
          ))}
      </div>
    </Stack>
  );
}

function TestAnswer({ delivery, at }: { readonly delivery: number; readonly at: number }) {
  const texts = useWebhookTexts().test;
  const { data, error, refetch } = useQuery({
    queryKey: [...logKey, 'test', delivery],
    queryFn: async () => {
      const { data: attempts } = await client.webhooklog.list({
        where: { webhookdelivery_id: delivery },
        sort: 'id',
        perPage: 1,
      });
      return attempts[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && state.data.outcome !== 'sending' ? false : untilAnswer),
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.outcome === 'sending') return <Waiting since={at} hasAttempt={Boolean(data)} />;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {texts.answered}
      </Text>
      <OutcomeLine attempt={data} />
      <AnswerBody attempt={data} />
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/setup/webhooks/log" search={{ entry: data.id }} {...props} />}
      >
        {texts.inLog}
      </Anchor>
    </Stack>
  );
}

function Waiting({ since, hasAttempt }: { readonly since: number; readonly hasAttempt: boolean }) {
  const texts = useWebhookTexts().test;
  useTick(1_000);
  const isLate = !hasAttempt && Date.now() - since > usual;
  return <Text size="sm">{isLate ? texts.noEngine : texts.waiting}</Text>;
}
