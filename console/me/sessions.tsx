import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionOwn } from '../../client/browser.ts';
import { browserOf } from '../common/browser-of.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { ago, moment } from '../ground/time.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';

export const sessionsKey = ['session', 'own'] as const;

/** The user's own sessions. Each but the present one can be ended. */
export function Sessions() {
  const { data, error, refetch } = useQuery({ queryKey: sessionsKey, queryFn: () => client.session.own.get() });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="xs" component="ul" p={0} m={0}>
      {data?.map((session) => (
        <OneSession key={session.id} session={session} />
      ))}
    </Stack>
  );
}

function OneSession({ session }: { readonly session: SessionOwn }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.session.own.remove(session.id),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
  const { address, user_agent: program, last_used_at: used, current } = session;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm">{[address, browserOf(program)].filter(Boolean).join(' · ')}</Text>
        <Text size="xs" title={moment(used, language)}>
          {current ? texts.me.thisSession : texts.me.lastUsed(ago(used, language))}
        </Text>
        {end.error && <ProblemNotice error={end.error} />}
      </div>
      {!current && (
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {texts.me.end}
        </Button>
      )}
    </Group>
  );
}
