import { Code, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { ProblemNotice } from '../../../ground/problem-notice.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { effective, type Held, matching, type Opened, readableLists, withoutEffect } from './opens.ts';
import { PermissionList } from './permission-list.tsx';
import { useCatalog } from './use-catalog.ts';

interface EffectiveProps {
  readonly held: readonly Held[];
  /** The owner of permissions that do not belong to a group. */
  readonly own: 'user' | 'group';
}

/** All rights from these permissions: the source of each permission, and the readable lists. */
export function Effective({ held, own }: EffectiveProps) {
  const texts = usePeopleTexts().effective;
  const { data: catalog, error, refetch } = useCatalog();
  const [typed, setTyped] = useState('');
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!catalog) return <Skeleton height={120} />;
  const access = effective(catalog, held);
  const lists = readableLists(access);
  const useless = withoutEffect(catalog, held);
  const shown = access.map(({ open, resource }) => [resource, matching(open, typed)] as const);
  const counts = new Map(access.map(({ resource, all }) => [resource, all]));
  return (
    <section aria-labelledby="effective">
      <Stack gap="xs">
        <Title order={2} size="h4" id="effective">
          {texts.title}
        </Title>
        <Text size="sm">
          {texts.summary(
            access.reduce((sum, { open }) => sum + open.length, 0),
            catalog.length,
          )}
        </Text>
        {useless.length > 0 && <Text size="sm">{texts.useless(useless.map(({ name }) => name).join(', '))}</Text>}
        {access.length > 0 && (
          <>
            <Text size="sm">{lists.length > 0 ? texts.lists(lists.join(', ')) : texts.noLists}</Text>
            <TextInput
              type="search"
              label={texts.search}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <PermissionList<Opened>
              resources={new Map(shown.filter(([, open]) => open.length > 0))}
              isOpen={typed.trim() !== ''}
              count={(resource, open) => texts.count(open.length, counts.get(resource) ?? 0)}
              more={({ through }) => <From {...{ through, own }} />}
            />
          </>
        )}
      </Stack>
    </section>
  );
}

/** Which of the held permissions give one, and whose they are. */
function From({ through, own }: { readonly through: readonly Held[]; readonly own: EffectiveProps['own'] }) {
  const texts = usePeopleTexts().effective;
  return (
    <Text size="xs" className="address">
      {texts.from}{' '}
      {through.map(({ name, group }, place) => (
        <span key={`${name} ${group}`}>
          {place > 0 && ', '}
          <Code>{name}</Code> ({group === null ? texts.own[own] : texts.ofGroup(group)})
        </span>
      ))}
    </Text>
  );
}
