import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type BulkAction, endings, offeredActions } from '../../bulk-runs/actions.ts';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Actions with a button of their own. The others are in a menu. */
const buttons = 4;

/** Actions of the user on many orders. */
export function Actions({ onChoose }: { readonly onChoose: (action: BulkAction) => void }) {
  const texts = useTexts();
  const actions = offeredActions(usePermits());
  const others = actions.slice(buttons);
  return (
    <>
      {actions.slice(0, buttons).map((action) => (
        <Button key={action} size="compact-sm" variant="default" onClick={() => onChoose(action)}>
          {texts.bulkRuns.actions[action]}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {texts.selection.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action}
                {...(endings.includes(action) ? { color: 'red' } : {})}
                onClick={() => onChoose(action)}
              >
                {texts.bulkRuns.actions[action]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
