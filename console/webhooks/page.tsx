import './webhooks.css';
import { Alert, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../client/browser.ts';
import { NotPermitted } from '../faults/permitted.tsx';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { StateBadge } from './badges.tsx';
import { WebhookForm } from './form/form.tsx';
import { changesOf, valuesOf } from './form/values.ts';
import { NewSecret } from './secret.tsx';
import { mayTest, SendTest } from './send-test.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { ToWebhooks } from './to-webhooks.tsx';
import { ofWebhooks, useEvents, webhooksKey } from './webhooks.ts';

/** A webhook, to change it. */
export function WebhookPage() {
  const texts = useWebhookTexts();
  const permits = usePermits();
  const id = Number(useParams({ from: '/frame/setup/webhooks/$id' }).id);
  const queryKey = [...webhooksKey, id];
  useFreshAfter(queryKey, ofWebhooks);
  const isPermitted = permits('webhook.update');
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => client.webhook.get(id), enabled: isPermitted });
  const title = data ? texts.form.title(data.url) : texts.title;
  useTitle(title);
  if (!isPermitted) return <NotPermitted title={texts.title} needs="webhook.update" />;
  return (
    <Stack maw={800}>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2" className="address">
          {title}
        </Title>
        <ToWebhooks />
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && <Present key={id} webhook={data} />}
    </Stack>
  );
}

function Present({ webhook }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  const permits = usePermits();
  const queries = useQueryClient();
  const { data: events } = useEvents();
  const { id, active, event_id: first, switched_off_why: why } = webhook;
  // Changes of others do not replace typed text.
  const [base, setBase] = useState({ webhook, version: 0 });
  const before = valuesOf(base.webhook);
  const saved = (changed: Webhook) => {
    setBase(({ version }) => ({ webhook: changed, version: version + 1 }));
    void queries.invalidateQueries({ queryKey: webhooksKey });
  };
  const isTestOffered = mayTest(
    events?.find((event) => event.id === first),
    permits,
  );
  return (
    <>
      <Group>
        <StateBadge webhook={webhook} hasAttempt={undefined} />
        {!active && why && (
          <Text size="sm">
            <ServiceText>{why}</ServiceText>
          </Text>
        )}
      </Group>
      <Paper withBorder p="md">
        <WebhookForm
          key={base.version}
          values={before}
          send={texts.form.save}
          actionOf={(values) => {
            const changes = changesOf(before, values);
            if (Object.keys(changes).length === 0) return null;
            return (calls) => calls.webhook.update(id, changes) as Promise<Webhook>;
          }}
          onDone={saved}
          beside={(isChanged) => base.version > 0 && !isChanged && <Alert role="status">{texts.form.saved}</Alert>}
        />
      </Paper>
      {active && isTestOffered && <SendTest webhookId={id} />}
      <NewSecret webhook={webhook} />
    </>
  );
}
