import { Alert, Anchor, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookLog } from '../../../client/browser.ts';
import { CallButton, RefusalOfCall } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { moment } from '../../ground/time.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { AnswerBody, CodeBlock, OutcomeLine } from '../answer.tsx';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { logKey, type NamedEvent, permissionOf, useEvents } from '../webhooks.ts';
import { canResend } from './rows.tsx';

/** Milliseconds between two reads of an attempt that is under way. */
const whileSending = 1_000;

interface EntryDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** An attempt: the request and the answer side by side. */
export function EntryDialog({ id, onClose }: EntryDialogProps) {
  const texts = useWebhookTexts().entry;
  const { problem } = useTexts();
  const permits = usePermits();
  const { data: events } = useEvents();
  const embed = embedOf({ webhook: 'webhook.read', webhookdelivery: 'webhookdelivery.read' }, permits);
  const { data, error, refetch } = useQuery({
    queryKey: [...logKey, id, embed],
    queryFn: () => client.webhooklog.get(id, { embed }),
    refetchInterval: ({ state }) => (state.data?.outcome === 'sending' ? whileSending : false),
  });
  const event = events?.find((one) => one.id === data?.event_id);
  const title = [texts.title(id), event?.name].filter(Boolean).join(' · ');
  return (
    <Modal opened onClose={onClose} size="xl" title={title} closeButtonProps={{ 'aria-label': problem.close }}>
      <Stack>
        <RefusalOfCall />
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={240} />}
        {data && <Head attempt={data} event={event} />}
        {data && (
          <div className="webhook-sides">
            <Request attempt={data} event={event} />
            <Answer attempt={data} />
          </div>
        )}
      </Stack>
    </Modal>
  );
}

interface PartProps {
  readonly attempt: WebhookLog;
  readonly event?: NamedEvent | undefined;
}

function Head({ attempt, event }: PartProps) {
  const texts = useWebhookTexts();
  const { language } = useLanguage();
  const permits = usePermits();
  const queries = useQueryClient();
  const [isSent, setSent] = useState(false);
  const { id, created_at: at, next_attempt_at: next, webhookdelivery: delivery } = attempt;
  const facts = [
    moment(at, language),
    texts.entry.attemptOf(attempt.attempt),
    next && attempt.outcome === 'failed' && texts.entry.nextAt(moment(next, language)),
  ];
  const order = event?.object === 'salesorder' && permits('salesorder.read') ? delivery?.object_id : undefined;
  const readAgain = () => void queries.invalidateQueries({ queryKey: logKey });
  return (
    <Stack gap="xs">
      <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
      <Group gap="sm">
        {permits('webhook.resend') && canResend(attempt) && (
          <CallButton
            size="compact-sm"
            action={({ webhooklog }) => webhooklog.resend(id)}
            onDone={() => {
              setSent(true);
              readAgain();
            }}
            onRefused={readAgain}
          >
            {texts.resend.one}
          </CallButton>
        )}
        {order !== undefined && (
          <Anchor size="sm" renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(order) }} {...props} />}>
            {texts.entry.openOrder}
          </Anchor>
        )}
      </Group>
      {isSent && (
        <Alert role="status" p="xs">
          {texts.resend.sent(1)}
        </Alert>
      )}
    </Stack>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </section>
  );
}

function Request({ attempt, event }: PartProps) {
  const texts = useWebhookTexts().entry;
  return (
    <Side title={texts.request}>
      <Text size="sm" className="address">
        POST {attempt.url}
      </Text>
      <Headers of={attempt.request_headers} />
      {event && <RequestBody delivery={attempt.webhookdelivery_id} event={event} />}
    </Side>
  );
}

/** The bytes of a delivery are a record: only who may read such records sees them. */
function RequestBody({ delivery, event }: { readonly delivery: number; readonly event: NamedEvent }) {
  const texts = useWebhookTexts().entry;
  const permits = usePermits();
  const missing = ['webhookdelivery.read', permissionOf(event)].filter((needed) => !permits(needed));
  const { data, error, refetch } = useQuery({
    queryKey: ['webhookdelivery', delivery, 'body'],
    queryFn: () => client.webhookdelivery.body(delivery),
    enabled: missing.length === 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (missing.length > 0) return <Text size="sm">{texts.mayNotBody(missing.join(', '))}</Text>;
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  return <CodeBlock>{JSON.stringify(data, null, 2)}</CodeBlock>;
}

function Answer({ attempt }: PartProps) {
  const texts = useWebhookTexts().entry;
  return (
    <Side title={texts.answer}>
      <OutcomeLine attempt={attempt} />
      {attempt.answer_headers !== null && <Headers of={attempt.answer_headers} />}
      <AnswerBody attempt={attempt} />
    </Side>
  );
}

/** Headers, one a line, as the wire has them. */
function Headers({ of }: { readonly of: unknown }) {
  const texts = useWebhookTexts().entry;
  const lines = Object.entries((of ?? {}) as Record<string, unknown>).map(([name, value]) => `${name}: ${value}`);
  if (lines.length === 0) return <Text size="sm">{texts.noHeaders}</Text>;
  return <CodeBlock>{lines.join('\n')}</CodeBlock>;
}
