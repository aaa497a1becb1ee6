import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Action } from '../../ground/action.ts';
import { CopyCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useShownFault } from '../../ground/shown-fault.ts';
import { useTexts } from '../../texts/texts.tsx';
import { schedulesKey } from '../schedules.ts';
import { useScheduleTexts } from '../texts/use-texts.ts';
import { useSending } from './use-sending.ts';

interface NoteDialogProps {
  readonly verb: 'pause' | 'resume';
  readonly name: string;
  readonly onClose: () => void;
}

const fields = { note: null };

/** Pauses or resumes a schedule, with a note. A pause needs one: it is what others see. */
export function NoteDialog({ verb, name, onClose }: NoteDialogProps) {
  const texts = useScheduleTexts();
  const { problem } = useTexts();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const { faults, rest, isSending, send } = useSending(fields);
  const shown = useShownFault(isSending);
  const words = texts[verb];
  const typed = note.trim();
  const action: Action = ({ schedule }) =>
    verb === 'pause'
      ? schedule.pause(name, { note: typed })
      : schedule.resume(name, typed === '' ? {} : { note: typed });
  const done = () => {
    void queries.invalidateQueries({ queryKey: schedulesKey });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={words.title(name)} closeButtonProps={{ 'aria-label': problem.close }}>
      <form
        ref={shown}
        onSubmit={(event) => {
          event.preventDefault();
          void send(action, done);
        }}
      >
        <Stack>
          <Text size="sm">{words.explained}</Text>
          {rest !== null && <ProblemNotice error={rest} />}
          <TextInput
            label={words.note}
            description={words.hint}
            required={verb === 'pause'}
            error={faults.note}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button.Group>
              <Button type="submit" loading={isSending}>
                {words.yes}
              </Button>
              <CopyCall action={action} />
            </Button.Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
