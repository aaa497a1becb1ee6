import { Badge } from '@mantine/core';
import { usePermits } from '../../../ground/session.ts';
import { RecordLink } from '../../records/links.tsx';
import { RecordList } from '../../records/list-page.tsx';
import type { Column } from '../../records/table.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { useFreshPeople, useOwnId } from './use-access.ts';
import { nameOf, type ShownUser, users } from './user.ts';

/** All users. */
export function UsersPage() {
  const { users: texts, user: words } = usePeopleTexts();
  const permits = usePermits();
  const own = useOwnId();
  useFreshPeople(users);
  const columns: Column<ShownUser>[] = [
    {
      title: words.name,
      sort: 'first_name',
      cell: (user) => (
        <>
          <RecordLink kind={users} id={user.id}>
            {nameOf(user, words.unnamed)}
          </RecordLink>
          {user.id === own && ` (${words.you})`}
        </>
      ),
    },
    { title: texts.fields.email ?? '', sort: 'email', cell: ({ email }) => email },
    {
      title: texts.fields.usertype ?? '',
      isSecondary: true,
      cell: ({ usertype }) => words.types[usertype?.name ?? ''] ?? usertype?.name,
    },
    ...(permits('usergroup.read')
      ? [
          {
            title: words.groups,
            isSecondary: true,
            cell: ({ groups = [] }: ShownUser) => groups.map(({ name }) => name).join(', '),
          },
        ]
      : []),
    ...(permits('site.read')
      ? [
          {
            title: words.sites,
            isSecondary: true,
            cell: ({ sites = [] }: ShownUser) => sites.map(({ name }) => name).join(', ') || words.allSites,
          },
        ]
      : []),
    {
      title: words.state,
      sort: 'active',
      cell: ({ active }) => (
        <Badge variant="default" tt="none">
          {active ? words.active : words.inactive}
        </Badge>
      ),
    },
  ];
  return <RecordList kind={users} texts={texts} columns={columns} />;
}
