import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import type { List } from '../views/use-list.ts';

const Chooser = lazy(async () => ({ default: (await import('./chooser.tsx')).Chooser }));

/** Opens the choice of columns. */
export function ColumnsButton({ list: { columns, choose } }: { readonly list: List }) {
  const texts = useTexts();
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" width={320}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          disabled={columns === null}
        >
          {texts.views.columns.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.views.columns.label}>
        <Suspense>{columns && <Chooser columns={columns} onChoose={choose} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
