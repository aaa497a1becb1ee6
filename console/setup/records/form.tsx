import { Button, Group, Paper, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { LeaveQuestion, useLeaveQuestion } from '../../common/leave-question.tsx';
import type { Action } from '../../ground/action.ts';
import { CopyCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useShownFault } from '../../ground/shown-fault.ts';
import type { Values } from './kind.ts';
import { SaveQuestion, type SaveQuestionWords } from './save-question.tsx';
import './records.css';
import { type Form, useSending } from './use-form.ts';

interface RecordFormProps<V extends Values, Result> {
  readonly values: V;
  readonly labels: Readonly<Record<string, string>>;
  readonly isNew: boolean;
  readonly isDirty: boolean;
  /** Whether the user may not change anything. */
  readonly isFixed?: boolean;
  /** Whether something has to be decided before anything is sent. */
  readonly isBlocked?: boolean;
  readonly change: (change: Partial<V>) => void;
  readonly theirs?: Partial<V>;
  readonly action: Action<Result> | null;
  readonly onDone: (result: Result) => void;
  readonly onOutdated?: () => void;
  /** The words of the button that sends the form. */
  readonly send: string;
  /** The question before the form is sent; null without a question. */
  readonly question?: SaveQuestionWords | null;
  /** Whether the form holds a secret: the command beside the button would show it. */
  readonly isSecret?: boolean;
  readonly fields: (form: Form<V>) => ReactNode;
  /** Content above the fields. */
  readonly notices?: ReactNode;
  /** Content beside the button. */
  readonly beside?: ReactNode;
}

/** The form of a record, new or present. Refusals of the service are shown at their fields. */
export function RecordForm<V extends Values, Result>(props: RecordFormProps<V, Result>) {
  const { values, labels, isNew, isDirty, isFixed = false, isBlocked = false, change, theirs = {}, action } = props;
  const { question = null, isSecret = false } = props;
  const [isAsked, setAsked] = useState(false);
  const { faults, isSending, set, submit } = useSending({
    ...{ values, change, action, onDone: props.onDone },
    ...(props.onOutdated ? { onOutdated: props.onOutdated } : {}),
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (question) setAsked(true);
    else submit(event);
  };
  const leaving = useLeaveQuestion(isDirty && !isSending);
  const element = useShownFault(isSending);
  const form: Form<V> = {
    ...{ values, labels, isNew, set },
    faultOf: (name) => faults.fields[name],
    theirsOf: (name) => (theirs as Partial<V>)[name],
  };
  return (
    <Paper withBorder p="md">
      <form ref={element} onSubmit={ask} noValidate>
        <Stack>
          {faults.rest !== null && <ProblemNotice error={faults.rest} />}
          {props.notices}
          <fieldset className="record-fields" disabled={isFixed}>
            <Stack>{props.fields(form)}</Stack>
          </fieldset>
          {!isFixed && (
            <Group gap="sm">
              <Button.Group>
                <Button type="submit" loading={isSending} disabled={(!isNew && !isDirty) || isBlocked}>
                  {props.send}
                </Button>
                {action && !isSecret && <CopyCall action={action} />}
              </Button.Group>
              {props.beside}
            </Group>
          )}
        </Stack>
      </form>
      {isAsked && question && (
        <SaveQuestion
          {...question}
          onYes={(event) => {
            setAsked(false);
            submit(event);
          }}
          onNo={() => setAsked(false)}
        />
      )}
      <LeaveQuestion {...leaving} />
    </Paper>
  );
}
