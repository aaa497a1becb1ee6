import { Group, Skeleton, Stack, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { ChangeForm, type QuestionOf } from './change-form.tsx';
import { DeleteRecord } from './delete.tsx';
import type { Kept, Kind, KindTexts, Values } from './kind.ts';
import { ToAll } from './links.tsx';
import { RecordTimeline } from './timeline.tsx';
import type { Form } from './use-form.ts';
import { useRecord } from './use-record.ts';

interface RecordPageProps<R extends Kept, V extends Values> {
  readonly kind: Kind<R, V>;
  readonly texts: KindTexts;
  readonly fields: (form: Form<V>, record: R) => ReactNode;
  /** Content between the form and the timeline. */
  readonly children?: (record: R) => ReactNode;
  /** Whether this record cannot be changed or deleted here. */
  readonly isFixed?: (record: R) => boolean;
  /** Whether this record may be deleted, where it may be changed. */
  readonly mayDelete?: (record: R) => boolean;
  /** The question before a change is sent; null without a question. @param before the first values of the form */
  readonly questionOf?: QuestionOf<R, V>;
  /** Whether the form holds a secret, such as a password. */
  readonly isSecret?: (typed: V) => boolean;
  readonly onSaved?: () => void;
  /** Content above the form. */
  readonly notices?: ReactNode;
}

/** The page of a record: its form, what belongs to it, its timeline, and its deletion. */
export function RecordPage<R extends Kept, V extends Values>(props: RecordPageProps<R, V>) {
  const { kind, texts, fields, children, isFixed = () => false, mayDelete = () => true } = props;
  const { questionOf, isSecret, onSaved, notices } = props;
  const permits = usePermits();
  const id = Number(useParams({ strict: false }).id);
  const { data, error, refetch } = useRecord(kind, id, permits(`${kind.name}.read`));
  const title = data ? kind.nameOf(data.record) : texts.title;
  useTitle(title);
  return (
    <Stack maw={800}>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2" className="address">
          {title}
        </Title>
        <ToAll {...{ kind, texts }} />
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && (
        <>
          {notices}
          <ChangeForm
            key={id}
            {...{ kind, texts, fields }}
            latest={data}
            {...(questionOf ? { questionOf } : {})}
            {...(isSecret ? { isSecret } : {})}
            {...(onSaved ? { onSaved } : {})}
            isFixed={!permits(`${kind.name}.update`) || isFixed(data.record)}
          />
          {children?.(data.record)}
          <RecordTimeline {...{ kind, texts, id }} version={data.version} />
          {!isFixed(data.record) && mayDelete(data.record) && <DeleteRecord {...{ kind, texts }} present={data} />}
        </>
      )}
    </Stack>
  );
}
