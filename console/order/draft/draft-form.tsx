import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { type FormEvent, useEffect } from 'react';
import type { SalesOrder } from '../../../client/browser.ts';
import { CopyCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useShownFault } from '../../ground/shown-fault.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AddPart } from './add-part.tsx';
import { Amounts } from './amounts.tsx';
import './draft.css';
import { LeaveQuestion, useLeaveQuestion } from '../../common/leave-question.tsx';
import { openFragment } from './fragment.ts';
import { AddressFields, ShippingFields } from './head-fields.tsx';
import { LinesTable } from './lines-table.tsx';
import { useDraft } from './use-draft.ts';
import { draftOf, headChanges } from './values.ts';

export interface DraftFormProps {
  readonly first: SalesOrder;
  readonly read: () => Promise<SalesOrder>;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onClose: (hasSaved: boolean) => void;
}

/** Changes a draft: address, shipping and lines. Faults are shown at their fields. */
export function DraftForm({ first, read, onDirty, onClose }: DraftFormProps) {
  const { draft: texts } = useTexts();
  const draft = useDraft(first, read, () => onClose(true));
  const form = useShownFault(draft.isSending);
  const { order, typed, isDirty } = draft;
  const leaving = useLeaveQuestion(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.send();
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={openFragment}>
      <form ref={form} className="draft" onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={2} size="h4" id={openFragment}>
            {texts.edit}
          </Title>
          <Notices draft={draft} />
          <AddressFields draft={draft} />
          <ShippingFields draft={draft} />
          <LinesTable draft={draft} />
          <AddPart onAdd={draft.addPart} />
          <Amounts order={order} />
          <Group gap="xs">
            <Button.Group>
              <Button type="submit" loading={draft.isSending} disabled={!isDirty || draft.isOutdated}>
                {texts.save}
              </Button>
              <CopyCall
                action={(calls) =>
                  calls.salesorder.update(order.id, headChanges(draftOf(order).head, typed.head), { ifMatch: order })
                }
              />
            </Button.Group>
            <Button variant="default" onClick={() => (isDirty ? leaving.ask(() => onClose(false)) : onClose(false))}>
              {texts.close}
            </Button>
          </Group>
        </Stack>
      </form>
      <LeaveQuestion {...leaving} />
    </Paper>
  );
}

/** Faults of the draft as a whole. */
function Notices({ draft }: { readonly draft: ReturnType<typeof useDraft> }) {
  const { draft: texts } = useTexts();
  const { refusal, faults, theirs, isOutdated, isSending, order, reload } = draft;
  return (
    <>
      {refusal !== null && <ProblemNotice error={refusal} />}
      {order.status_id !== 1 && <Alert color="yellow">{texts.issued}</Alert>}
      {refusal === null && Object.keys(faults).some((path) => path.includes('/')) && (
        <Alert role="alert" color="red">
          {texts.partly}
        </Alert>
      )}
      {Object.keys(theirs).length > 0 && <Alert color="yellow">{texts.loaded}</Alert>}
      {isOutdated && (
        <Alert role="alert" color="yellow" title={texts.outdated}>
          <Stack gap="xs" align="flex-start">
            {texts.outdatedDetail}
            <Button size="compact-sm" variant="default" loading={isSending} onClick={() => void reload()}>
              {texts.load}
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  );
}
