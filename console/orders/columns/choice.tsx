import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.tsx';
import type { List } from '../views/use-list.ts';
import { Chooser } from './chooser.tsx';

/** The choice of columns, below its button. It is open at first, since the click that opens it loads it. */
export function ColumnsChoice({ list: { columns, choose } }: { readonly list: List }) {
  const texts = useTexts();
  return (
    <Popover defaultOpened position="bottom-end" trapFocus returnFocus shadow="md" width={320}>
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {texts.views.columns.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.views.columns.label}>
        <Chooser columns={columns} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
