import './webhooks.css';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client, NewWebhook, WebhookAnswer } from '../../client/browser.ts';
import { ShownOnce } from '../common/shown-once.tsx';
import { usePermits } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { WebhookForm } from './form/form.tsx';
import { bodyOf, firstValues } from './form/values.ts';
import { mayTest, SendTest } from './send-test.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { ToWebhooks } from './to-webhooks.tsx';
import { useEvents, webhooksKey } from './webhooks.ts';

/** A webhook with its secret, which only the answer to its creation has. */
type Created = WebhookAnswer & { readonly secret: string };

const whole = { headers: { prefer: 'handling=strict, return=representation' } };

/** Without the preference the service answers less, which is what the type of the call says. */
const create = async ({ webhook }: Client, body: NewWebhook) => (await webhook.create(body, whole)) as Created;

/** Creates a webhook, shows its secret once, and sends a test. */
export function NewWebhookPage() {
  const texts = useWebhookTexts();
  const queries = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  useTitle(texts.form.newTitle);
  const done = (webhook: Created) => {
    setCreated(webhook);
    void queries.invalidateQueries({ queryKey: webhooksKey });
  };
  return (
    <Stack maw={800}>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2">
          {texts.form.newTitle}
        </Title>
        <ToWebhooks />
      </Group>
      {created ? (
        <CreatedWebhook webhook={created} onAnother={() => setCreated(null)} />
      ) : (
        <WebhookForm
          values={firstValues}
          send={texts.form.create}
          actionOf={(values) => (client) => create(client, bodyOf(values))}
          onDone={done}
        />
      )}
    </Stack>
  );
}

function CreatedWebhook({ webhook, onAnother }: { readonly webhook: Created; readonly onAnother: () => void }) {
  const texts = useWebhookTexts();
  const permits = usePermits();
  const { data: events } = useEvents();
  const { id, url, secret, event_id: first } = webhook;
  const isTestOffered = mayTest(
    events?.find((event) => event.id === first),
    permits,
  );
  return (
    <Stack align="flex-start">
      <Alert color="green" role="status" w="100%">
        <Text size="sm" fw={700}>
          {texts.created.title}
        </Text>
        <Text size="sm" className="address">
          {texts.created.what(url)}
        </Text>
      </Alert>
      <ShownOnce value={secret} texts={texts.secret} />
      {isTestOffered && <SendTest webhookId={id} />}
      <Button variant="default" onClick={onAnother}>
        {texts.created.another}
      </Button>
    </Stack>
  );
}
