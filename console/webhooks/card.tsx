import { Anchor, Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../client/browser.ts';
import { Question } from '../common/question.tsx';
import { CallButton } from '../ground/calls.tsx';
import { usePermits } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { useLanguage } from '../texts/texts.tsx';
import { OutcomeLine } from './answer.tsx';
import { StateBadge } from './badges.tsx';
import { mayTest, SendTest } from './send-test.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { type Attempt, type NamedEvent, webhooksKey } from './webhooks.ts';

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly events: readonly NamedEvent[];
  /** Null where nothing was sent; undefined where that is not known. */
  readonly attempt: Attempt | null | undefined;
}

/** A webhook in the list. */
export function WebhookCard({ webhook, events, attempt }: WebhookCardProps) {
  const texts = useWebhookTexts();
  const { url, filter, switched_off_why: why, active, filter_exceeded: exceeded } = webhook;
  const names = webhook.event_ids.map((id) => events.find((event) => event.id === id)?.name ?? id);
  return (
    <Card withBorder padding="sm" component="article" aria-label={url}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Text fw={500} className="address">
            {url}
          </Text>
          <StateBadge webhook={webhook} hasAttempt={attempt === undefined ? undefined : attempt !== null} />
        </Group>
        <Text size="sm" className="address">
          {names.join(', ')}
        </Text>
        {filter && (
          <Text size="sm" className="address">
            {texts.filter}: <Code>{filter}</Code>
          </Text>
        )}
        {!active && why && (
          <Text size="sm">
            <ServiceText>{why}</ServiceText>
          </Text>
        )}
        {exceeded > 0 && <Text size="sm">{texts.slowFilter(exceeded)}</Text>}
        {attempt && <LastAttempt attempt={attempt} />}
        <Verbs webhook={webhook} first={events.find(({ id }) => id === webhook.event_id)} />
      </Stack>
    </Card>
  );
}

function LastAttempt({ attempt }: { readonly attempt: Attempt }) {
  const texts = useWebhookTexts();
  const { language } = useLanguage();
  const { id, webhook_id: webhook, created_at: at } = attempt;
  return (
    <Group gap="xs">
      <Anchor
        size="sm"
        title={moment(at, language)}
        renderRoot={(props) => <Link to="/setup/webhooks/log" search={{ webhook, entry: id }} {...props} />}
      >
        {texts.lastAttempt(ago(at, language))}
      </Anchor>
      <OutcomeLine attempt={attempt} />
    </Group>
  );
}

/** Actions on a webhook: each only with its permission. */
function Verbs({ webhook, first }: { readonly webhook: Webhook; readonly first: NamedEvent | undefined }) {
  const texts = useWebhookTexts();
  const permits = usePermits();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { id, url, active } = webhook;
  const readAgain = () => void queries.invalidateQueries({ queryKey: webhooksKey });
  return (
    <Group gap="xs" align="flex-start">
      {permits('webhook.update') && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link to="/setup/webhooks/$id" params={{ id: String(id) }} {...props} />}
          >
            {texts.change}
          </Button>
          <CallButton
            size="compact-sm"
            variant="default"
            action={(client) => client.webhook.update(id, { active: !active })}
            onDone={readAgain}
            onRefused={readAgain}
          >
            {active ? texts.switchOff : texts.switchOn}
          </CallButton>
        </>
      )}
      {permits('webhooklog.read') && (
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to="/setup/webhooks/log" search={{ webhook: id }} {...props} />}
        >
          {texts.log}
        </Button>
      )}
      {permits('webhook.delete') && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
          {texts.delete}
        </Button>
      )}
      {active && mayTest(first, permits) && <SendTest webhookId={id} size="compact-sm" />}
      {isAsked && (
        <Question
          isDangerous
          title={texts.deleteTitle}
          what={texts.deleteWhat(url)}
          yes={texts.delete}
          no={texts.keep}
          action={(client) => client.webhook.remove(id)}
          onDone={() => {
            setAsked(false);
            readAgain();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}
