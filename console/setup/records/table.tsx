import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { directionOf, nextSort } from '../../orders/columns/sort.ts';
import type { Kept } from './kind.ts';
import './records.css';

/** A column of a list of records. */
export interface Column<R> {
  readonly title: string;
  /** The field that a click on the heading sorts by; without it the heading is no button. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Whether narrow screens leave it out. */
  readonly isSecondary?: boolean;
  readonly cell: (record: R) => ReactNode;
}

interface RecordTableProps<R> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly sort: string;
  readonly usual: string;
  readonly onSort: (sort: string) => void;
}

const words = { up: 'ascending', down: 'descending' } as const;

const classOf = ({ isNumber, isSecondary }: Pick<Column<never>, 'isNumber' | 'isSecondary'>) =>
  [isNumber && 'number', isSecondary && 'secondary'].filter(Boolean).join(' ') || undefined;

/** Records as a table. A click on a heading sorts: up, down, and then as before. */
export function RecordTable<R extends Kept>({ label, columns, rows, sort, usual, onSort }: RecordTableProps<R>) {
  return (
    <section className="records" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const { title, sort: field } = column;
              const direction = field === undefined ? null : directionOf(sort, field);
              const Arrow = direction === 'down' ? IconArrowDown : IconArrowUp;
              return (
                <th
                  key={title}
                  scope="col"
                  className={classOf(column)}
                  aria-sort={direction ? words[direction] : undefined}
                >
                  {field === undefined ? (
                    title
                  ) : (
                    <UnstyledButton className="heading" onClick={() => onSort(nextSort(sort, field, usual))}>
                      {title}
                      {direction && <Arrow size={14} aria-hidden />}
                    </UnstyledButton>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
