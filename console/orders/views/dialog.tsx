import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../../client/browser.ts';
import { CallButton, CopyCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Sharing, type ViewValues } from './sharing.tsx';
import { type Kept, useViewForm, type ViewDialogProps } from './use-view-form.ts';

/** Names a view, shares it, and deletes it. */
export function ViewDialog({ kept, view, onClose, onDone }: ViewDialogProps) {
  const { views: texts, problem } = useTexts();
  const close = { 'aria-label': problem.close };
  const [isDeleted, setDeleted] = useState(false);
  const { form, refusal, taken, rename, done, action, send } = useViewForm({ kept, view, onClose, onDone });
  if (taken) return <ReplaceView view={taken} body={{ ...kept, ...form.getValues() }} onClose={rename} onDone={done} />;
  if (view && isDeleted) return <DeleteView view={view} onClose={() => setDeleted(false)} onDone={done} />;
  return (
    <Modal opened onClose={onClose} title={view ? texts.editTitle : texts.newTitle} closeButtonProps={close}>
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

interface QuestionProps {
  readonly view: View;
  readonly onClose: () => void;
  readonly onDone: (view: View | null) => Promise<void>;
}

/** Asks whether a view becomes the one that somebody wants to save under its name. Escape leads back to the name. */
function ReplaceView({ view, body, onClose, onDone }: QuestionProps & { readonly body: Kept & ViewValues }) {
  const { views: texts, problem } = useTexts();
  const close = { 'aria-label': problem.close };
  return (
    <Modal opened onClose={onClose} title={texts.replaceTitle(view.name)} closeButtonProps={close}>
      <Stack>
        <Text size="sm">{texts.replaceWhat}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.otherName}
          </Button>
          <CallButton
            action={(calls) => calls.view.update(view.id, body)}
            onDone={(changed) => void onDone(changed as View)}
          >
            {texts.replace}
          </CallButton>
        </Group>
      </Stack>
    </Modal>
  );
}

function DeleteView({ view, onClose, onDone }: QuestionProps) {
  const { views: texts, problem } = useTexts();
  const close = { 'aria-label': problem.close };
  return (
    <Modal opened onClose={onClose} title={texts.deleteTitle(view.name)} closeButtonProps={close}>
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
