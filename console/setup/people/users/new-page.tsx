import { Alert, Group, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermits, useSession } from '../../../ground/session.ts';
import { RecordLink, routes, ToAll } from '../../records/links.tsx';
import { NewRecord } from '../../records/new-page.tsx';
import { useRecordTexts } from '../../records/texts/use-texts.ts';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { UserFields } from './fields.tsx';
import { KeyOnce } from './key-once.tsx';
import { nameOf, type ShownUser, users } from './user.ts';

/** A new user as the answer of the call has it: that of a program has a key. */
type CreatedUser = ShownUser & { readonly api_key?: string };

/** Makes a user. The key of a program is shown once, here. */
export function NewUserPage() {
  const { users: texts } = usePeopleTexts();
  const permits = usePermits();
  const navigate = useNavigate();
  const own = useSession()?.site_ids ?? [];
  const [created, setCreated] = useState<CreatedUser | null>(null);
  if (created?.api_key !== undefined) return <WithKey user={created} apiKey={created.api_key} />;
  const done = (user: CreatedUser) => {
    if (user.api_key !== undefined || !permits('user.read')) setCreated(user);
    else {
      const page = { to: routes(users.addresses).one, params: { id: String(user.id) } } as const;
      // The input is saved, so that no question is needed.
      void navigate({ ...page, replace: true, ignoreBlocker: true });
    }
  };
  return (
    <>
      {created && <Created user={created} />}
      <NewRecord
        kind={users}
        texts={texts}
        first={{ site_ids: [...own] }}
        fields={(form) => <UserFields form={form} isFixed={false} />}
        isSecret={({ password }) => password !== ''}
        onCreated={done}
      />
    </>
  );
}

function Created({ user }: { readonly user: ShownUser }) {
  const common = useRecordTexts();
  const { user: words } = usePeopleTexts();
  return (
    <Alert color="green" role="status" className="address">
      {common.created(nameOf(user, words.unnamed))}
    </Alert>
  );
}

function WithKey({ user, apiKey }: { readonly user: ShownUser; readonly apiKey: string }) {
  const { users: texts, user: words } = usePeopleTexts();
  const permits = usePermits();
  const name = nameOf(user, words.unnamed);
  return (
    <Stack maw={800}>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2" className="address">
          {name}
        </Title>
        <ToAll {...{ kind: users, texts }} />
      </Group>
      <Created user={user} />
      <KeyOnce apiKey={apiKey} />
      {permits('user.read') && (
        <RecordLink kind={users} id={user.id}>
          {words.toPage(name)}
        </RecordLink>
      )}
    </Stack>
  );
}
