import { Paper, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { usePermits, useSession } from '../../../ground/session.ts';
import { RecordLink } from '../../records/links.tsx';
import { RecordPage } from '../../records/page.tsx';
import { lostNames, lostPermissions } from '../lockout.ts';
import { Effective } from '../permissions/effective.tsx';
import { RefusedChange } from '../refused-change.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { useFreshPeople, useFreshSession, useGroupAccess, useOwnId, useUserAccess } from '../users/use-access.ts';
import { nameOf, users } from '../users/user.ts';
import { GroupFields } from './fields.tsx';
import { type GroupValues, groups, type ShownGroup } from './group.ts';

/** A user group: to change it, with what it opens and who is in it. */
export function GroupPage() {
  const { groups: texts, group: words } = usePeopleTexts();
  const permits = usePermits();
  const id = Number(useParams({ from: '/frame/setup/groups/$id' }).id);
  const reading = useGroupAccess(id);
  const { data: access } = reading;
  const question = useQuestion(id);
  const refresh = useFreshSession();
  useFreshPeople(groups);
  const isChangeable = access?.refusal === null;
  return (
    <RecordPage
      kind={groups}
      texts={texts}
      fields={(form) => <GroupFields form={form} isFixed={!isChangeable || !permits('usergroup.update')} />}
      isFixed={() => !isChangeable}
      questionOf={question}
      onSaved={refresh}
      notices={<RefusedChange reading={reading} title={words.cannotChange} />}
    >
      {(group) => (
        <>
          <Paper withBorder p="md">
            <Effective held={group.permissions.map((name) => ({ name, group: null }))} own="group" />
          </Paper>
          {group.users && <Members of={group.users} />}
        </>
      )}
    </RecordPage>
  );
}

function Members({ of: members }: { readonly of: NonNullable<ShownGroup['users']> }) {
  const { group: texts, user: words } = usePeopleTexts();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="members">
      <Stack gap="xs">
        <Title order={2} size="h4" id="members">
          {texts.users}
        </Title>
        <Text size="sm">{members.length === 0 ? texts.noUsers : texts.userCount(members.length)}</Text>
        {members.map((user) => (
          <Text key={user.id} size="sm" className="address">
            <RecordLink kind={users} id={user.id}>
              {nameOf(user, words.unnamed)}
            </RecordLink>
          </Text>
        ))}
        <Text size="sm">{texts.notMember}</Text>
      </Stack>
    </Paper>
  );
}

/** Returns what a change of one of the own groups is asked about first, because it takes something from the person who makes it. */
function useQuestion(groupId: number) {
  const texts = usePeopleTexts().lockout;
  const session = useSession();
  const { data: own } = useUserAccess(useOwnId());
  const isMember = session?.groups.some(({ id }) => id === groupId) ?? false;
  return (before: GroupValues, after: GroupValues) => {
    if (!isMember) return null;
    // Without `user.read` the other sources of the same permissions are unknown.
    const others = own?.permissions.filter(({ usergroup_id: id }) => id !== groupId).map(({ name }) => name) ?? [];
    const lost = lostPermissions(before.permissions, [...after.permissions, ...others]);
    if (lost.length === 0) return null;
    const what = texts.permissions(lostNames(lost, texts.all));
    return { title: texts.title, what, yes: texts.yes, no: texts.no };
  };
}
