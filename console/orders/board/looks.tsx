import { Button, Group } from '@mantine/core';
import { IconLayoutKanban, IconLayoutList } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.tsx';

const looks = [
  { look: undefined, name: 'list', icon: IconLayoutList },
  { look: 'board', name: 'board', icon: IconLayoutKanban },
] as const;

/** Leads to the other look of the same search. */
export function Looks() {
  const texts = useTexts().board;
  const current = useSearch({ from: '/frame/orders' });
  return (
    <Group gap={0} role="group" aria-label={texts.look}>
      <Button.Group>
        {looks.map(({ look, name, icon: Icon }) => (
          <Button
            key={name}
            size="compact-sm"
            variant={current.look === look ? 'light' : 'default'}
            aria-current={current.look === look ? 'true' : undefined}
            leftSection={<Icon size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                from="/orders"
                to="/orders"
                search={({ look: _look, ...before }) => ({ ...before, ...(look ? { look } : {}) })}
                {...props}
              />
            )}
          >
            {texts[name]}
          </Button>
        ))}
      </Button.Group>
    </Group>
  );
}
