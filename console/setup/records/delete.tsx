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

/**
 * Deletes a record after a question. The service refuses the deletion while other records refer to it, and names
 * them.
 */
export function DeleteRecord<R extends Kept, V extends Values>({ kind, texts, present }: DeleteRecordProps<R, V>) {
  const common = useRecordTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const { record, version } = present;
  if (!usePermits()(`${kind.name}.delete`)) return null;
  const done = () => {
    // A read of the deleted record would fail.
    queries.removeQueries({ queryKey: [...keyOf(kind), record.id] });
    void queries.invalidateQueries({ queryKey: [...keyOf(kind), 'list'] });
    // Typed text in its form is discarded.
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
