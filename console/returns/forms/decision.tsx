import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { textOf } from '../../setup/records/kind.ts';
import { useReturnTexts } from '../texts/use-texts.ts';
import { ReturnDialog, type ReturnFormProps } from './dialog.tsx';

/** Refuses or cancels a return, with a reason for the customer. */
export function DecisionForm(props: ReturnFormProps) {
  const { call, one } = props;
  const texts = useReturnTexts();
  const [text, setText] = useState('');
  const decision = textOf(text);
  const body = decision === null ? {} : { decision };
  return (
    <ReturnDialog
      {...props}
      action={({ returnorder }) =>
        call === 'refuse' ? returnorder.refuse(one.id, body) : returnorder.cancel(one.id, body)
      }
    >
      <TextInput
        label={texts.decisionField}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </ReturnDialog>
  );
}
