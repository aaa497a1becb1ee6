import './board.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFreshAfterOrders } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Refusal } from '../refusal.tsx';
import { Column } from './column.tsx';
import { boardColumns } from './columns.ts';

export interface BoardProps {
  /** The expression of the search; undefined for all orders. */
  readonly filter: string | undefined;
}

/** The orders that match and are not done, by step and state. It updates automatically. */
export function Board({ filter }: BoardProps) {
  const texts = useTexts();
  const queryKey = ['salesorder', 'summary', filter ?? ''];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.salesorder.summary.get(filter ? { filter } : {}, { signal }),
  });
  useFreshAfterOrders(queryKey);
  if (error) return <Refusal error={error} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <div className="board" tabIndex={0} role="region" aria-label={texts.board.label}>
      {boardColumns(data.states).map((column) => (
        <Column key={column.name} filter={filter} column={column} />
      ))}
    </div>
  );
}
