import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../../client/browser.ts';
import { Question } from '../../common/question.tsx';
import { CopyCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useShownFault } from '../../ground/shown-fault.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Sharing } from './sharing.tsx';
import { useViewForm, type ViewDialogProps } from './use-view-form.ts';

/** Names a view, shares it, and deletes it. */
export function ViewDialog({ kept, view, onClose, onDone }: ViewDialogProps) {
  const { views: texts, problem } = useTexts();
  const close = { 'aria-label': problem.close };
  const [isDeleted, setDeleted] = useState(false);
  const { form, refusal, taken, rename, done, action, send } = useViewForm({ kept, view, onClose, onDone });
  const shown = useShownFault(form.submitting);
  if (taken) {
    // Escape leads back to the name.
    return (
      <Question
        title={texts.replaceTitle(taken.name)}
        what={texts.replaceWhat}
        yes={texts.replace}
        no={texts.otherName}
        action={(calls) => calls.view.update(taken.id, { ...kept, ...form.getValues() })}
        onDone={(changed) => void done(changed as View)}
        onClose={rename}
      />
    );
  }
  if (view && isDeleted) {
    return (
      <Question
        title={texts.deleteTitle(view.name)}
        what={texts.deleteWhat}
        yes={texts.delete}
        no={texts.cancel}
        action={(calls) => calls.view.remove(view.id)}
        onDone={() => void done(null)}
        onClose={() => setDeleted(false)}
        isDangerous
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={view ? texts.editTitle : texts.newTitle} closeButtonProps={close}>
      <form ref={shown} onSubmit={send}>
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
