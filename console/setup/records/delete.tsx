import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Question } from '../../common/question.tsx';
import { usePermits } from '../../ground/session.ts';
import { type Kept, type Kind, type KindTexts, keyOf, type Values } from './kind.ts';
import { routes } from './links.tsx';
import { useRecordTexts } from './texts/use-texts.ts';
import type { Versioned } from './use-record.ts';

interface DeleteRecordProps<R extends Kept, V extends Values> {
  readonly kind: Kind<R, V>;
  readonly texts: KindTexts;
  readonly present: Versioned<R>;
}

/** Deletes a record after a question. The service refuses that while other records refer to it, and says which. */
export function DeleteRecord<R extends Kept, V extends Values>({ kind, texts, present }: DeleteRecordProps<R, V>) {
  const common = useRecordTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const { record, version } = present;
  if (!usePermits()(`${kind.name}.delete`)) return null;
  const done = () => {
    // Nobody reads the record that is gone again.
    queries.removeQueries({ queryKey: [...keyOf(kind), record.id] });
    void queries.invalidateQueries({ queryKey: [...keyOf(kind), 'list'] });
    // What somebody typed into its form is gone with it.
    void navigate({ to: routes(kind.addresses).all, replace: true, ignoreBlocker: true });
  };
  return (
    <div>
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        {common.delete}
      </Button>
      {isAsked && (
        <Question
          isDangerous
          title={texts.deleteTitle(kind.nameOf(record))}
          what={texts.deleteWhat(kind.nameOf(record))}
          yes={common.delete}
          no={common.keep}
          action={(client) => kind.calls(client).remove(record.id, { ifMatch: version })}
          onDone={done}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
