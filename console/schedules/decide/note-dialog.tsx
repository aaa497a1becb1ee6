import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../common/form-dialog.tsx';
import { useSending } from '../../common/use-sending.ts';
import type { Action } from '../../ground/action.ts';
import { schedulesKey } from '../schedules.ts';
import { useScheduleTexts } from '../texts/use-texts.ts';

interface NoteDialogProps {
  readonly verb: 'pause' | 'resume';
  readonly name: string;
  readonly onClose: () => void;
}

const fields = { note: null };

/** Pauses or resumes a schedule, with a note. A pause needs one: it is what others see. */
export function NoteDialog({ verb, name, onClose }: NoteDialogProps) {
  const texts = useScheduleTexts();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const { faults, rest, isSending, send } = useSending(fields);
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
    <FormDialog
      {...{ action, isSending, onClose }}
      title={words.title(name)}
      explained={words.explained}
      refusal={rest}
      yes={words.yes}
      cancel={texts.cancel}
      onSubmit={() => void send(action, done)}
    >
      <TextInput
        label={words.note}
        description={words.hint}
        required={verb === 'pause'}
        error={faults.note}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
