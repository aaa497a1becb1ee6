import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Question } from '../../../common/question.tsx';
import { client } from '../../../ground/client.ts';
import { ProblemNotice } from '../../../ground/problem-notice.tsx';
import { usePermits } from '../../../ground/session.ts';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { sessionsInterval, sessionsKey } from './key.ts';
import { SessionTable } from './table.tsx';

interface SessionsOfProps {
  readonly userId: number;
  readonly name: string;
  readonly isOwn: boolean;
  readonly isChangeable: boolean;
}

/** The open sessions of a user. One of them is ended, or all. */
export function SessionsOf({ userId, name, isOwn, isChangeable }: SessionsOfProps) {
  const texts = usePeopleTexts().sessions;
  const permits = usePermits();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const mayRead = permits('session.read');
  const { data, error, refetch } = useQuery({
    queryKey: [...sessionsKey, userId],
    queryFn: () => client.user.session.list(userId, { sort: '-last_used_at' }),
    enabled: mayRead,
    refetchInterval: sessionsInterval,
  });
  const mayEnd = isChangeable && permits('session.delete');
  if (!mayRead && !mayEnd) return null;
  const readAgain = () => void queries.invalidateQueries({ queryKey: sessionsKey });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="sessions">
      <Stack gap="xs">
        <Title order={2} size="h4" id="sessions">
          {texts.title}
        </Title>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <Text size="sm">{texts.noneOfUser}</Text>}
        {data && data.length > 0 && (
          <SessionTable sessions={data} nameOf={() => name} mayEnd={() => mayEnd} onEnded={readAgain} />
        )}
        {mayEnd && data?.length !== 0 && (
          <div>
            <Button variant="default" onClick={() => setAsked(true)}>
              {texts.endAll}
            </Button>
          </div>
        )}
      </Stack>
      {isAsked && (
        <Question
          isDangerous
          title={texts.endAllTitle}
          what={texts.endAllWhat(name) + (isOwn ? texts.ownAll : '')}
          yes={texts.endAll}
          no={texts.keep}
          action={(calls) => calls.user.session.removeAll(userId)}
          onDone={() => {
            setAsked(false);
            readAgain();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Paper>
  );
}
