import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../../../client/browser.ts';
import { Question } from '../../../common/question.tsx';
import { useFreshAfter } from '../../../ground/changes.ts';
import { client } from '../../../ground/client.ts';
import type { Change } from '../../../ground/live.ts';
import { ProblemNotice } from '../../../ground/problem-notice.tsx';
import { usePermits } from '../../../ground/session.ts';
import { ago, moment } from '../../../ground/time.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { KeyOnce } from './key-once.tsx';

/** Keys that have ended and that the page still shows. */
const endedShown = 5;

const ofUsers = ({ object }: Change): boolean => object === 'user';

interface KeysProps {
  readonly userId: number;
  readonly isOwn: boolean;
  /** Whether the reader may change the user, with the permission of each call. */
  readonly isChangeable: boolean;
}

/** The API keys of a user: when each was made and ended. A new one is shown once. */
export function Keys({ userId, isOwn, isChangeable }: KeysProps) {
  const texts = usePeopleTexts().keys;
  const permits = usePermits();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const queryKey = ['records', 'apikey', userId];
  useFreshAfter(queryKey, ofUsers);
  const mayRead = permits('apikey.read');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => client.user.apikey.list(userId, { sort: '-id' }),
    enabled: mayRead,
  });
  const mayMake = isChangeable && permits('apikey.create');
  if (!mayRead && !mayMake) return null;
  const working = data?.filter((one) => one.revoked_at === null) ?? [];
  const ended = data?.filter((one) => one.revoked_at !== null).slice(0, endedShown) ?? [];
  const readAgain = () => void queries.invalidateQueries({ queryKey });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="keys">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4" id="keys">
          {texts.title}
        </Title>
        <Text size="sm">{texts.explained}</Text>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <Text size="sm">{texts.none}</Text>}
        {[...working, ...ended].map((one) => (
          <OneKey key={one.id} apiKey={one} {...{ isOwn, isChangeable, readAgain }} />
        ))}
        {secret && <KeyOnce apiKey={secret} />}
        {mayMake && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {texts.make}
          </Button>
        )}
      </Stack>
      {isAsked && (
        <Question
          title={texts.makeTitle}
          what={texts.makeWhat + (isOwn ? texts.ofOwn : '')}
          yes={texts.make}
          no={texts.keep}
          action={(calls) => calls.user.apikey.create(userId)}
          onDone={({ api_key: key }) => {
            setSecret(key);
            setAsked(false);
            readAgain();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Paper>
  );
}

interface OneKeyProps extends Omit<KeysProps, 'userId'> {
  readonly apiKey: ApiKey;
  readonly readAgain: () => void;
}

function OneKey({ apiKey, isOwn, isChangeable, readAgain }: OneKeyProps) {
  const texts = usePeopleTexts().keys;
  const { language } = useLanguage();
  const permits = usePermits();
  const [isAsked, setAsked] = useState(false);
  const { id, user_id: userId, created_at: made, revoked_at: ended } = apiKey;
  return (
    <Group gap="sm">
      <Text size="sm" title={moment(ended ?? made, language)}>
        {texts.made(moment(made, language))}: {ended === null ? texts.works : texts.ended(ago(ended, language))}
      </Text>
      {ended === null && isChangeable && permits('apikey.delete') && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
          {texts.end}
        </Button>
      )}
      {isAsked && (
        <Question
          isDangerous
          title={texts.endTitle}
          what={texts.endWhat + (isOwn ? texts.ofOwn : '')}
          yes={texts.end}
          no={texts.keep}
          action={(calls) => calls.user.apikey.remove(userId, id)}
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
