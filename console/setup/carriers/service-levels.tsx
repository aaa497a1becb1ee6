import { Button, Group, Modal, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CarrierServiceLevel } from '../../../client/browser.ts';
import { Question } from '../../common/question.tsx';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ChangeForm } from '../records/change-form.tsx';
import { TextField } from '../records/fields.tsx';
import { changesOf, keyOf } from '../records/kind.ts';
import { useRecordTexts } from '../records/texts/use-texts.ts';
import { useSending } from '../records/use-form.ts';
import { useRecord } from '../records/use-record.ts';
import { useSetupTexts } from '../texts/use-texts.ts';
import { carriers } from './carrier.ts';
import { serviceLevelsOf } from './service-level.ts';

const levelsKey = (carrierId: number) => [...keyOf(carriers), carrierId, 'servicelevels'];

/** The service levels of a carrier. A user with the permission to change the carrier adds, renames and deletes them. */
export function ServiceLevels({ carrierId }: { readonly carrierId: number }) {
  const { carriers: texts } = useSetupTexts();
  const permits = usePermits();
  const queryKey = levelsKey(carrierId);
  useFreshAfter(queryKey, changesOf(carriers));
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => client.carrier.servicelevel.list(carrierId, { sort: 'name' }),
  });
  const mayChange = permits('carrier.update');
  return (
    <Stack component="section" gap="xs" aria-labelledby="servicelevels">
      <Title order={2} size="h4" id="servicelevels">
        {texts.levels}
      </Title>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.length === 0 && <Text size="sm">{texts.noLevels}</Text>}
      {data && data.length > 0 && (
        <ul className="plain-list">
          {data.map((level) => (
            <Level key={level.id} level={level} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {mayChange && <NewLevel carrierId={carrierId} />}
    </Stack>
  );
}

interface LevelProps {
  readonly level: CarrierServiceLevel;
  readonly mayChange: boolean;
}

function Level({ level, mayChange }: LevelProps) {
  const { carriers: texts } = useSetupTexts();
  const common = useRecordTexts();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { id, carrier_id: carrierId, name } = level;
  const close = () => setOpen(null);
  const done = () => {
    close();
    void queries.invalidateQueries({ queryKey: keyOf(carriers) });
  };
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <span className="address">{name}</span>
        {mayChange && (
          <Group gap="xs">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.renameOf(name)}
              onClick={() => setOpen('rename')}
            >
              {texts.rename}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={texts.deleteOf(name)}
              onClick={() => setOpen('delete')}
            >
              {common.delete}
            </Button>
          </Group>
        )}
      </Group>
      {open === 'rename' && <Rename level={level} onDone={done} onClose={close} />}
      {open === 'delete' && (
        <Question
          isDangerous
          title={texts.deleteTitle(name)}
          what={texts.deleteLevelWhat(name)}
          yes={common.delete}
          no={common.keep}
          action={({ carrier }) => carrier.servicelevel.remove(carrierId, id)}
          onDone={done}
          onClose={close}
        />
      )}
    </li>
  );
}

interface RenameProps {
  readonly level: CarrierServiceLevel;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Renames a service level. Others may rename it at the same time, like every record. */
function Rename({ level: { id, carrier_id: carrierId }, onDone, onClose }: RenameProps) {
  const { carriers: texts } = useSetupTexts();
  const { problem } = useTexts();
  const kind = serviceLevelsOf(carrierId);
  const { data, error, refetch } = useRecord(kind, id);
  return (
    <Modal opened onClose={onClose} title={texts.rename} closeButtonProps={{ 'aria-label': problem.close }}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data && (
        <ChangeForm
          kind={kind}
          texts={{ fields: { name: texts.levelName } }}
          latest={data}
          fields={(form) => <TextField form={form} name="name" required maxLength={100} />}
          onSaved={onDone}
        />
      )}
    </Modal>
  );
}

function NewLevel({ carrierId }: { readonly carrierId: number }) {
  const { carriers: texts } = useSetupTexts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { faults, isSending, set, submit } = useSending({
    values: { name },
    change: (part: { readonly name?: string }) => setName(part.name ?? ''),
    action: ({ carrier }) => carrier.servicelevel.create(carrierId, { name: name.trim() }),
    onDone: () => {
      setName('');
      void queries.invalidateQueries({ queryKey: keyOf(carriers) });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      {faults.rest !== null && <ProblemNotice error={faults.rest} />}
      <Group align="flex-end" gap="xs">
        <TextInput
          label={texts.newLevel}
          maxLength={100}
          autoComplete="off"
          error={faults.fields.name}
          value={name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={isSending}>
          {texts.add}
        </Button>
      </Group>
    </form>
  );
}
