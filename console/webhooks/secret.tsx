import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../client/browser.ts';
import { Question } from '../common/question.tsx';
import { ShownOnce } from '../common/shown-once.tsx';
import { moment } from '../ground/time.ts';
import { useLanguage } from '../texts/texts.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { webhooksKey } from './webhooks.ts';

/** Makes a new secret, after a question: programs that verify with the old one have a day to change. */
export function NewSecret({ webhook }: { readonly webhook: Webhook }) {
  const texts = useWebhookTexts();
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { id, previous_secret_until: until } = webhook;
  const bothSign = until !== null && Date.parse(until) > Date.now();
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {texts.secret.title}
        </Title>
        <Text size="sm">{texts.secret.explained}</Text>
        {bothSign && <Text size="sm">{texts.secret.bothUntil(moment(until, language))}</Text>}
        {secret && <ShownOnce value={secret} texts={texts.secret} />}
        <Button variant="default" onClick={() => setAsked(true)}>
          {texts.secret.new}
        </Button>
      </Stack>
      {isAsked && (
        <Question
          title={texts.secret.question}
          what={texts.secret.questionWhat}
          yes={texts.secret.new}
          no={texts.cancel}
          action={(client) => client.webhook.secret(id, {})}
          onDone={(answer) => {
            setSecret(answer.secret);
            setAsked(false);
            void queries.invalidateQueries({ queryKey: webhooksKey });
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Paper>
  );
}
