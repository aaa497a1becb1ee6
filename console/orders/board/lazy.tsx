import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { BoardProps } from './board.tsx';

const Loaded = lazy(async () => ({ default: (await import('./board.tsx')).Board }));

/** The board, which is loaded when somebody looks at it: most people look at the list. */
export const Board = (props: BoardProps) => (
  <Suspense fallback={<Skeleton height={240} />}>
    <Loaded {...props} />
  </Suspense>
);
