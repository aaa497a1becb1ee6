import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RecordForm } from './form.tsx';
import type { Changeable, Kept, KindTexts, Values } from './kind.ts';
import type { SaveQuestionWords } from './save-question.tsx';
import { useRecordTexts } from './texts/use-texts.ts';
import { type Changes, useChanges } from './use-changes.ts';
import type { Form } from './use-form.ts';
import type { Versioned } from './use-record.ts';

interface ChangeFormProps<R extends Kept, V extends Values> {
  readonly kind: Changeable<R, V>;
  readonly texts: Pick<KindTexts, 'fields'>;
  readonly fields: (form: Form<V>, record: R) => ReactNode;
  /** The last read record. */
  readonly latest: Versioned<R>;
  /** Whether the user may not change it. */
  readonly isFixed?: boolean;
  readonly onSaved?: () => void;
  readonly questionOf?: QuestionOf<R, V>;
  /** Whether the form holds a secret, such as a password. */
  readonly isSecret?: (typed: V) => boolean;
}

/** Returns the question before a change is sent; null without a question. @param before the first values of the form */
export type QuestionOf<R extends Kept, V extends Values> = (before: V, typed: V, record: R) => SaveQuestionWords | null;

/** The form of an existing record. Others may change it at the same time. */
export function ChangeForm<R extends Kept, V extends Values>(props: ChangeFormProps<R, V>) {
  const { kind, texts, fields, latest, isFixed = false, onSaved, questionOf, isSecret } = props;
  const common = useRecordTexts();
  const changes = useChanges(kind, latest);
  const { typed, isDirty, change, theirs, action, onDone, onOutdated, hasSaved } = changes;
  return (
    <RecordForm
      {...{ isDirty, isFixed, change, theirs, action, onOutdated }}
      values={typed}
      labels={texts.fields}
      isNew={false}
      isBlocked={Object.keys(theirs).length > 0}
      send={common.save}
      question={questionOf?.(kind.valuesOf(latest.record), typed, latest.record) ?? null}
      isSecret={isSecret?.(typed) ?? false}
      onDone={(saved: R) => {
        onDone(saved);
        onSaved?.();
      }}
      fields={(form) => fields(form, latest.record)}
      notices={<Notices {...{ changes, texts }} />}
      beside={hasSaved && <Text role="status">{common.saved}</Text>}
    />
  );
}

interface NoticesProps<R extends Kept, V extends Values> {
  readonly changes: Changes<R, V>;
  readonly texts: Pick<KindTexts, 'fields'>;
}

/** Changes of others while the user was typing. */
function Notices<R extends Kept, V extends Values>({ changes, texts }: NoticesProps<R, V>) {
  const common = useRecordTexts();
  const { theirs, taken, isOutdated, isDirty, keepMine, takeTheirs } = changes;
  const labels = (names: readonly string[]) => names.map((name) => texts.fields[name] ?? name).join(', ');
  const both = Object.keys(theirs);
  if (both.length > 0) {
    return (
      <Notice title={common.bothChanged(labels(both))} words={common.decide}>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={keepMine}>
            {common.keepMine}
          </Button>
          <Button size="compact-sm" variant="default" onClick={takeTheirs}>
            {common.takeTheirs}
          </Button>
        </Group>
      </Notice>
    );
  }
  if (taken.length > 0) return <Notice title={common.othersChanged(labels(taken))} words={common.shownNow} />;
  return isOutdated && isDirty ? <Notice title={common.outdated} words={common.saveAgain} /> : null;
}

interface NoticeProps {
  readonly title: string;
  readonly words: string;
  readonly children?: ReactNode;
}

function Notice({ title, words, children }: NoticeProps) {
  return (
    <Alert role="alert" color="yellow">
      <Stack gap="xs">
        <Text size="sm" fw={700}>
          {title}
        </Text>
        <Text size="sm">{words}</Text>
        {children}
      </Stack>
    </Alert>
  );
}
