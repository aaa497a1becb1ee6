import { Alert, Group, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePermits } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { RecordForm } from './form.tsx';
import { differing, type Kept, type Kind, type KindTexts, keyOf, type Values } from './kind.ts';
import { routes, ToAll } from './links.tsx';
import { useRecordTexts } from './texts/use-texts.ts';
import type { Form } from './use-form.ts';
import { useEmbed } from './use-record.ts';

interface NewRecordProps<R extends Kept, V extends Values> {
  readonly kind: Kind<R, V>;
  readonly texts: KindTexts;
  readonly fields: (form: Form<V>) => ReactNode;
  /** First values of the form that depend on the page. */
  readonly first?: Partial<V>;
  /** Whether the form holds a secret, such as a password. */
  readonly isSecret?: (typed: V) => boolean;
  /** Called with the new record. Without it, the page of the record opens. */
  readonly onCreated?: (record: R) => void;
}

/** The form of a new record. Then its page opens; who may not see that one can make another. */
export function NewRecord<R extends Kept, V extends Values>(props: NewRecordProps<R, V>) {
  const { kind, texts, fields, first, isSecret, onCreated } = props;
  const common = useRecordTexts();
  const permits = usePermits();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const embed = useEmbed(kind);
  const begin = { ...kind.first, ...first };
  const [values, setValues] = useState<V>(begin);
  const [created, setCreated] = useState<R | null>(null);
  useTitle(texts.new);
  const done = (record: R) => {
    setCreated(record);
    setValues(begin);
    void queries.invalidateQueries({ queryKey: keyOf(kind) });
    if (onCreated) onCreated(record);
    else if (permits(`${kind.name}.read`)) {
      const page = { to: routes(kind.addresses).one, params: { id: String(record.id) } } as const;
      // The input is saved, so that no question is needed.
      void navigate({ ...page, replace: true, ignoreBlocker: true });
    }
  };
  const body = Object.fromEntries(Object.entries(kind.bodyOf(values)).filter(([, value]) => value !== null));
  return (
    <Stack maw={800}>
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2">
          {texts.new}
        </Title>
        <ToAll {...{ kind, texts }} />
      </Group>
      {created && (
        <Alert color="green" role="status" className="address">
          {common.created(kind.nameOf(created))}
        </Alert>
      )}
      <RecordForm
        {...{ values, fields }}
        isNew
        labels={texts.fields}
        isDirty={differing(begin, values).length > 0}
        change={(part) => setValues((before) => ({ ...before, ...part }))}
        action={(client) => kind.calls(client).create(body, embed)}
        onDone={done}
        send={common.create}
        isSecret={isSecret?.(values) ?? false}
      />
    </Stack>
  );
}
