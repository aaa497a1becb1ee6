import { usePermits } from '../../../ground/session.ts';
import { RecordLink } from '../../records/links.tsx';
import { RecordList } from '../../records/list-page.tsx';
import type { Column } from '../../records/table.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { useFreshPeople } from '../users/use-access.ts';
import { groups, type ShownGroup } from './group.ts';

/** All user groups. */
export function GroupsPage() {
  const { groups: texts, group: words, choice } = usePeopleTexts();
  const permits = usePermits();
  useFreshPeople(groups);
  const columns: Column<ShownGroup>[] = [
    {
      title: texts.fields.name ?? '',
      sort: 'name',
      cell: ({ id, name }) => (
        <RecordLink kind={groups} id={id}>
          {name}
        </RecordLink>
      ),
    },
    { title: texts.fields.permissions ?? '', cell: ({ permissions }) => namesOf(permissions, choice.chosen) },
    ...(permits('user.read')
      ? [{ title: words.users, isNumber: true, cell: ({ users = [] }: ShownGroup) => users.length }]
      : []),
  ];
  return <RecordList kind={groups} texts={texts} columns={columns} />;
}

/** Permissions that a list names; more are counted. */
const fewNames = 6;

const namesOf = (permissions: readonly string[], count: (count: number) => string) =>
  permissions.length > fewNames ? count(permissions.length) : permissions.toSorted().join(', ');
