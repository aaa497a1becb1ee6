import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client, View } from '../../../client/browser.ts';
import { CallButton, CopyCall } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { fieldErrors } from '../../ground/field-errors.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useViewRights } from './saved.ts';

/** What a view keeps of a list. */
export interface Kept {
  readonly filter?: string | null;
  readonly sort?: string;
  readonly columns?: string[];
}

export interface ViewDialogProps {
  readonly kept: Kept;
  /** The view to change; absent for a new one. */
  readonly view?: View;
  readonly onClose: () => void;
  /** @param view null after it was deleted */
  readonly onDone: (view: View | null) => Promise<void>;
}

interface Values {
  readonly name: string;
  readonly everyone: boolean;
  readonly usergroup_ids: number[];
}

/** Names a view, shares it, and deletes it. */
export function ViewDialog({ kept, view, onClose, onDone }: ViewDialogProps) {
  const texts = useTexts().views;
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isDeleted, setDeleted] = useState(false);
  const form = useForm<Values>({
    initialValues: {
      name: view?.name ?? '',
      everyone: view?.everyone ?? false,
      usergroup_ids: view?.usergroup_ids ?? [],
    },
  });
  const done = async (changed: View | null) => {
    onClose();
    await onDone(changed);
  };
  const action = ({ view: views }: Client) => {
    const body = { ...kept, ...form.getValues() };
    return view ? views.update(view.id, body) : views.create({ ...body, resource: 'salesorder' });
  };
  const send = form.onSubmit(async (values) => {
    setRefusal(null);
    try {
      await done((await action(client)) as View);
    } catch (error) {
      const errors = fieldErrors(error, values);
      form.setErrors(errors);
      if (Object.keys(errors).length === 0) setRefusal(error);
    }
  });
  if (view && isDeleted) return <DeleteView view={view} onClose={() => setDeleted(false)} onDone={done} />;
  return (
    <Modal opened onClose={onClose} title={view ? texts.editTitle : texts.newTitle}>
      <form onSubmit={send}>
        <Stack>
          {refusal !== null && <ProblemNotice error={refusal} />}
          <TextInput
            label={texts.name}
            description={view ? undefined : texts.keeps}
            placeholder={texts.nameExample}
            maxLength={100}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Sharing view={view} form={form} />
          <Group justify="space-between">
            {view ? (
              <Button variant="subtle" color="red" onClick={() => setDeleted(true)}>
                {texts.delete}
              </Button>
            ) : (
              <span />
            )}
            <Button.Group>
              <Button type="submit" loading={form.submitting}>
                {texts.save}
              </Button>
              <CopyCall action={action} />
            </Button.Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface SharingProps {
  readonly view: View | undefined;
  readonly form: ReturnType<typeof useForm<Values>>;
}

/** Offers those with whom the user may share: the own groups, and with a permission all groups and everyone. */
function Sharing({ view, form }: SharingProps) {
  const texts = useTexts().views;
  const { userId, shares, readsGroups } = useViewRights();
  const { data: groups, error } = useQuery({
    queryKey: ['usergroup', 'to-share', userId, shares],
    queryFn: async () => {
      const where = shares || userId === undefined ? {} : { 'users.id': userId };
      return (await client.usergroup.list({ where, sort: 'name', fields: 'name', perPage: 100 })).data;
    },
    enabled: readsGroups && userId !== undefined,
  });
  const { everyone, usergroup_ids } = form.values;
  const offersEveryone = shares || (view?.everyone ?? false);
  if (!offersEveryone && !error && (groups ?? []).length === 0) return null;
  const toggle = (id: number, isOn: boolean) =>
    form.setFieldValue('usergroup_ids', isOn ? [...usergroup_ids, id] : usergroup_ids.filter((each) => each !== id));
  return (
    <Stack gap="xs" component="fieldset" className="sharing">
      <Text component="legend" size="sm" fw={500}>
        {texts.sharing}
      </Text>
      {error && <ProblemNotice error={error} />}
      {offersEveryone && <Checkbox label={texts.everyone} {...form.getInputProps('everyone', { type: 'checkbox' })} />}
      {(groups ?? []).map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
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

interface DeleteViewProps {
  readonly view: View;
  readonly onClose: () => void;
  readonly onDone: (view: null) => Promise<void>;
}

function DeleteView({ view, onClose, onDone }: DeleteViewProps) {
  const texts = useTexts().views;
  return (
    <Modal opened onClose={onClose} title={texts.deleteTitle(view.name)}>
      <Stack>
        <Text size="sm">{texts.deleteWhat}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <CallButton color="red" action={(calls) => calls.view.remove(view.id)} onDone={() => void onDone(null)}>
            {texts.delete}
          </CallButton>
        </Group>
      </Stack>
    </Modal>
  );
}
