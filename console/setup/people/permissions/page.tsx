import { Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ProblemNotice } from '../../../ground/problem-notice.tsx';
import { usePermits } from '../../../ground/session.ts';
import { SetupHead } from '../../head.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { permissionsAddress } from './address.ts';
import { byResource, matching } from './opens.ts';
import { PermissionList } from './permission-list.tsx';
import { useCatalog } from './use-catalog.ts';

/** All permissions by resource, with the methods and addresses that need each. */
export function PermissionsPage() {
  const texts = usePeopleTexts().permissions;
  const permits = usePermits();
  const { search = '' } = useSearch({ from: '/frame/setup/permissions' });
  const navigate = useNavigate();
  const [isOwn, setOwn] = useState(false);
  const { data: catalog, error, refetch } = useCatalog();
  const shown = matching(catalog ?? [], search).filter(({ name }) => !isOwn || permits(name));
  return (
    <Stack maw={900}>
      <SetupHead title={texts.title} />
      <Text size="sm">{texts.explained}</Text>
      <Group align="flex-end">
        <TextInput
          type="search"
          label={texts.search}
          description={texts.searchHint}
          flex={1}
          miw={200}
          value={search}
          onChange={({ currentTarget }) =>
            void navigate({ to: '.', search: permissionsAddress({ search: currentTarget.value }), replace: true })
          }
        />
        <Checkbox
          label={texts.onlyOwn}
          checked={isOwn}
          onChange={({ currentTarget }) => setOwn(currentTarget.checked)}
        />
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!catalog && !error && <Skeleton height={240} />}
      {catalog && (
        <Text size="sm" role="status">
          {shown.length === 0 ? texts.none : texts.count(shown.length)}
        </Text>
      )}
      <PermissionList
        resources={byResource(shown)}
        isOpen={search.trim() !== ''}
        count={(_, permissions) => texts.count(permissions.length)}
        more={({ name }) => permits(name) && <Text size="xs">{texts.yours}</Text>}
      />
    </Stack>
  );
}
