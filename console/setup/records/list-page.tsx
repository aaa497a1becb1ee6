import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { SetupHead } from '../head.tsx';
import { changesOf, type Kept, type Kind, type KindTexts, keyOf, type Values } from './kind.ts';
import { ToNew } from './links.tsx';
import { SearchedRecords, type Shown } from './searched-records.tsx';
import type { Column } from './table.tsx';
import { useRecordTexts } from './texts/use-texts.ts';

interface RecordListProps<R extends Kept, V extends Values> {
  readonly kind: Kind<R, V>;
  readonly texts: KindTexts;
  readonly columns: readonly Column<R>[];
  /** The records that the page is about, as an expression; all by default. */
  readonly within?: string;
  /** Actions on the records that the search finds. */
  readonly actions?: (shown: Shown) => ReactNode;
  /** Content above the search. */
  readonly children?: ReactNode;
}

/** All records of a kind, with the link to the form of a new one. */
export function RecordList<R extends Kept, V extends Values>(props: RecordListProps<R, V>) {
  const { kind, texts, columns, within, actions, children } = props;
  const common = useRecordTexts();
  return (
    <Stack maw={1100}>
      <SetupHead title={texts.title}>
        <ToNew {...{ kind, texts }} />
      </SetupHead>
      {children}
      <SearchedRecords
        {...{ kind, columns, within, actions }}
        texts={{ ...common, ...texts }}
        queryKey={[...keyOf(kind), 'list']}
        concerns={changesOf(kind)}
      />
    </Stack>
  );
}
