import { Checkbox, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Session, View } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useSession } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useViewRights } from './saved.ts';

/** Values of the dialog of a view. */
export interface ViewValues {
  readonly name: string;
  readonly everyone: boolean;
  readonly usergroup_ids: number[];
}

interface SharingProps {
  /** The view to change; undefined for a new one. */
  readonly view: View | undefined;
  readonly form: UseFormReturnType<ViewValues>;
}

/** Offers the groups that the user may share with: the own groups, and with a permission all groups and everyone. */
export function Sharing({ view, form }: SharingProps) {
  const texts = useTexts().views;
  const { shares } = useViewRights();
  const { groups, error } = useGroups();
  const { everyone, usergroup_ids } = form.values;
  const offersEveryone = shares || (view?.everyone ?? false);
  if (!offersEveryone && !error && groups.length === 0) return null;
  const toggle = (id: number, isOn: boolean) =>
    form.setFieldValue('usergroup_ids', isOn ? [...usergroup_ids, id] : usergroup_ids.filter((each) => each !== id));
  return (
    <Stack gap="xs" component="fieldset" className="sharing">
      <Text component="legend" size="sm" fw={500}>
        {texts.sharing}
      </Text>
      {error ? <ProblemNotice error={error} /> : null}
      {offersEveryone && <Checkbox label={texts.everyone} {...form.getInputProps('everyone', { type: 'checkbox' })} />}
      {groups.map(({ id, name, isOwn }) => (
        <Checkbox
          key={id}
          label={name}
          description={isOwn && shares ? texts.ownGroup : undefined}
          disabled={everyone}
          checked={everyone || usergroup_ids.includes(id)}
          onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
        />
      ))}
      {!everyone && usergroup_ids.length === 0 && (
        <Text size="xs" c="dimmed">
          {texts.onlyYou}
        </Text>
      )}
    </Stack>
  );
}

type Group = Session['groups'][number] & { readonly isOwn: boolean };

/**
 * Returns the own groups, which the session names, and other groups if the user may share with them and read their
 * names.
 */
function useGroups(): { readonly groups: readonly Group[]; readonly error: unknown } {
  const { shares, readsGroups } = useViewRights();
  const own = (useSession()?.groups ?? []).map((group) => ({ ...group, isOwn: true }));
  const { data: all = [], error } = useQuery({
    queryKey: ['usergroup', 'to-share'],
    queryFn: async () => (await client.usergroup.list({ sort: 'name', fields: 'name', perPage: 100 })).data,
    enabled: shares && readsGroups,
  });
  const ids = new Set(own.map(({ id }) => id));
  const others = all.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ id, name, isOwn: false }));
  return { groups: [...own, ...others], error };
}
