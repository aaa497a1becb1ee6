import { Paper, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { UserAccess } from '../../../../client/browser.ts';
import { usePermits, useSession } from '../../../ground/session.ts';
import { RecordPage } from '../../records/page.tsx';
import { losesSites, lostNames, lostPermissions } from '../lockout.ts';
import { Effective } from '../permissions/effective.tsx';
import { RefusedChange } from '../refused-change.tsx';
import { SessionsOf } from '../sessions/of-user.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { UserFields } from './fields.tsx';
import { Keys } from './keys.tsx';
import { useFreshPeople, useFreshSession, useOwnId, useUserAccess } from './use-access.ts';
import { nameOf, type ShownUser, type UserValues, users } from './user.ts';

/** A user: to change it, with what it may do, its keys and its sessions. */
export function UserPage() {
  const { users: texts, user: words } = usePeopleTexts();
  const permits = usePermits();
  const id = Number(useParams({ from: '/frame/setup/users/$id' }).id);
  const isOwn = useOwnId() === id;
  const reading = useUserAccess(id);
  const { data: access } = reading;
  const question = useQuestion(access, isOwn);
  const refresh = useFreshSession();
  useFreshPeople(users);
  // Until the service has said so, nothing is offered that it may refuse.
  const isChangeable = access?.refusal === null;
  return (
    <RecordPage
      kind={users}
      texts={texts}
      fields={(form) => <UserFields form={form} isFixed={!isChangeable || !permits('user.update')} />}
      isFixed={() => !isChangeable}
      mayDelete={() => !isOwn}
      isSecret={({ password }) => password !== ''}
      questionOf={question}
      onSaved={refresh}
      notices={<RefusedChange reading={reading} title={words.cannotChange} />}
    >
      {(user) => (
        <>
          {access && (
            <Paper withBorder p="md">
              <Effective held={heldBy(access)} own="user" />
            </Paper>
          )}
          <Keys {...{ isOwn, isChangeable }} userId={user.id} />
          <SessionsOf {...{ isOwn, isChangeable }} userId={user.id} name={nameOf(user, words.unnamed)} />
          {isOwn && permits('user.delete') && <Text size="sm">{words.notOwn}</Text>}
        </>
      )}
    </RecordPage>
  );
}

/** The permissions of a user, with the names of their groups where the reader may see these. */
const heldBy = ({ permissions }: UserAccess) =>
  permissions.map(({ name, usergroup_id: id, usergroup }) => ({
    name,
    group: usergroup ?? (id === null ? null : String(id)),
  }));

/** Returns what a change of the own user is asked about first, because it takes something from the person who makes it. */
function useQuestion(access: UserAccess | undefined, isOwn: boolean) {
  const texts = usePeopleTexts().lockout;
  const session = useSession();
  return (before: UserValues, after: UserValues, user: ShownUser) => {
    if (!isOwn || !access || !session) return null;
    const ofGroups = access.permissions.filter(
      ({ usergroup_id: id }) => id !== null && (user.groups === undefined || after.usergroup_ids.includes(id)),
    );
    const held = access.permissions.map(({ name }) => name);
    const lost = lostPermissions(held, [...after.permissions, ...ofGroups.map(({ name }) => name)]);
    const isEverywhere = held.includes('*') && !lost.includes('*');
    const says = [
      before.active && !after.active && texts.inactive,
      after.password !== '' && texts.password,
      lost.length > 0 && texts.permissions(lostNames(lost, texts.all)),
      user.sites && !isEverywhere && losesSites(before.site_ids, after.site_ids) && texts.sites,
    ].filter((one) => one !== false && one !== undefined);
    return says.length > 0 ? { title: texts.title, what: says.join(' '), yes: texts.yes, no: texts.no } : null;
  };
}
