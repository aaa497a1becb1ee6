import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { User, UserSession } from '../../../../client/browser.ts';
import { Pages } from '../../../common/pages.tsx';
import { client } from '../../../ground/client.ts';
import { ProblemNotice } from '../../../ground/problem-notice.tsx';
import { usePermits, useSession } from '../../../ground/session.ts';
import { SetupHead } from '../../head.tsx';
import type { Column } from '../../records/table.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { nameOf } from '../users/user.ts';
import { sessionsInterval, sessionsKey } from './key.ts';
import { SessionTable } from './table.tsx';

const perPage = 25;

/** A session with the name of its user, which everybody may read. */
type NamedSession = UserSession & { readonly user: Pick<User, 'id'> & Partial<User> };

/** All open sessions, the one used last first. */
export function SessionsPage() {
  const all = usePeopleTexts();
  const texts = all.sessions;
  const { page = 1 } = useSearch({ from: '/frame/setup/sessions' });
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...sessionsKey, 'all', page],
    queryFn: () => client.usersession.list({ embed: 'user', sort: '-last_used_at', page, perPage }),
    placeholderData: keepPreviousData,
    refetchInterval: sessionsInterval,
  });
  const sessions = (data?.data ?? []) as readonly NamedSession[];
  const isChangeable = useChangeable(sessions.map(({ user_id: id }) => id));
  const name = ({ user }: NamedSession) => nameOf(user, all.user.unnamed);
  const users: Column<NamedSession> = {
    title: texts.user,
    cell: (session) => <ToUser id={session.user_id} name={name(session)} />,
  };
  return (
    <Stack maw={1100}>
      <SetupHead title={texts.title} />
      <Text size="sm">{texts.explained}</Text>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <Text size="sm" role="status">
          {data.total === 0 ? texts.none : texts.count(data.total)}
        </Text>
      )}
      {sessions.length > 0 && (
        <SessionTable
          sessions={sessions}
          nameOf={name}
          first={[users]}
          mayEnd={({ user_id: id }) => isChangeable(id)}
          onEnded={() => void queries.invalidateQueries({ queryKey: sessionsKey })}
        />
      )}
      {data && <Pages page={page} last={data.last_page} />}
    </Stack>
  );
}

function ToUser({ id, name }: { readonly id: number; readonly name: string }) {
  const permits = usePermits();
  if (!permits('user.read')) return name;
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/setup/users/$id" params={{ id: String(id) }} {...props} />}>
      {name}
    </Anchor>
  );
}

/**
 * Returns a function that tells whether the reader may change a user. A user with all permissions at all sites may
 * change each; for others the service answers user by user, if they may read users.
 */
function useChangeable(ids: readonly number[]): (id: number) => boolean {
  const session = useSession();
  const permits = usePermits();
  const isAlmighty = session?.permissions.includes('*') === true && session.site_ids === null;
  const isNeeded = !isAlmighty && permits('session.delete') && permits('user.read');
  const judged = isNeeded ? [...new Set(ids)] : [];
  const answers = useQueries({
    queries: judged.map((id) => ({ queryKey: ['access', 'user', id], queryFn: () => client.user.access(id) })),
  });
  return (id) => isAlmighty || id === session?.user.id || answers[judged.indexOf(id)]?.data?.refusal === null;
}
