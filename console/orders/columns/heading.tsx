import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './column.ts';
import { directionOf, nextSort } from './sort.ts';

export interface HeadingProps {
  readonly column: Column;
  /** As `sort` of the list. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

const words = { up: 'ascending', down: 'descending' } as const;

/** The heading of a column. A click sorts by it: up, down, and then as before. */
export function Heading({ column: { title, isNumber, sort: field }, sort, onSort }: HeadingProps) {
  const direction = field === undefined ? null : directionOf(sort, field);
  const Arrow = direction === 'down' ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      className={isNumber ? 'number' : undefined}
      aria-sort={direction ? words[direction] : undefined}
    >
      {field === undefined ? (
        title
      ) : (
        <UnstyledButton className="heading" onClick={() => onSort(nextSort(sort, field))}>
          <span>{title}</span>
          {direction && <Arrow size={14} aria-hidden />}
        </UnstyledButton>
      )}
    </div>
  );
}
