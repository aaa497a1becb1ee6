import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { PageOfWork } from './page-of-work.tsx';
import { type ListKind, PutBack, useUnitsBack, VoidList } from './put-back.tsx';
import { useWorkTexts } from './texts/use-texts.ts';
import { useVerdicts } from './verdict.tsx';

export interface DeletedListProps {
  readonly kind: ListKind;
  readonly id: number;
  /** Its number, where the page had it in view before. */
  readonly number: string | undefined;
  /** The service's answer about it. */
  readonly error: unknown;
}

/**
 * A list that somebody has deleted while others work on it: what they put back, and where to. For a list that was
 * not open here, and whose units all stay, the page shows only that it is deleted.
 */
export function DeletedList({ kind, id, number, error }: DeletedListProps) {
  const texts = useWorkTexts();
  const verdicts = useVerdicts();
  useFreshAfterOrders(['work', 'putback']);
  const { data: units = [], refetch, isLoading } = useUnitsBack(`${kind}_id = ${id}`);
  const [isKnown, setKnown] = useState(number !== undefined);
  if (!isKnown && units.length > 0) setKnown(true);
  if (isLoading) return <Skeleton height={240} />;
  if (!isKnown) return <ProblemNotice error={error} />;
  return (
    <PageOfWork title={texts.listNames[kind](number ?? `${id}`)} list={`${kind}/${id}`} verdicts={verdicts}>
      <PutBack units={units} verdicts={verdicts} onDone={() => void refetch()} />
      <VoidList words={texts.putBack.deleted[kind]} hasUnits={units.length > 0} />
    </PageOfWork>
  );
}
