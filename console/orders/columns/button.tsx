import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import type { List } from '../views/use-list.ts';

/** Loaded by the first click: what floats over a page is a tenth of the first load. */
const ColumnsChoice = lazy(async () => ({ default: (await import('./choice.tsx')).ColumnsChoice }));

/** Opens the choice of columns. */
export function ColumnsButton({ list }: { readonly list: List }) {
  const texts = useTexts();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      aria-haspopup="dialog"
      leftSection={<IconColumns3 size={16} aria-hidden />}
      onClick={() => setWanted(true)}
    >
      {texts.views.columns.label}
    </Button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <ColumnsChoice list={list} />
    </Suspense>
  ) : (
    button
  );
}
