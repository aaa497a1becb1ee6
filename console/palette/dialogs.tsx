import { Button, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { loaded } from '../faults/load.ts';
import { useCalls } from '../ground/calls.tsx';
import { isDialogOpen, type Key, useKeyPresses, useKeys } from '../ground/keys.ts';
import { pages } from '../ground/pages.ts';
import { focusSearch } from '../ground/search-focus.ts';
import { usePermits } from '../ground/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { paletteKey } from './palette-key.ts';

type Dialog = ComponentType<{ readonly onClosed: () => void }>;

/** Both dialogs are loaded when somebody opens them. */
const loaders = {
  palette: async (): Promise<Dialog> => (await loaded(() => import('./palette.tsx'))).Palette,
  help: async (): Promise<Dialog> => (await loaded(() => import('./help.tsx'))).Help,
};

/** The keys of all pages, and the button of the palette. */
export function Dialogs() {
  const texts = useTexts();
  const { refuse } = useCalls();
  const [Open, setOpen] = useState<Dialog | null>(null);
  const open = (name: keyof typeof loaders) => {
    if (isDialogOpen()) return;
    loaders[name]().then((loaded) => setOpen(() => loaded), refuse);
  };
  useKeyPresses();
  useKeys(useKeysOfAllPages(() => open('help')));
  // Also while somebody types.
  useHotkeys([['mod+K', () => open('palette')]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        title={texts.palette.title}
        onClick={() => open('palette')}
      >
        <IconSearch size={14} aria-hidden />
        <Text size="xs" mx={8} visibleFrom="xs">
          {texts.palette.open}
        </Text>
        <Kbd size="xs" visibleFrom="sm">
          {paletteKey}
        </Kbd>
      </Button>
      {Open && <Open onClosed={() => setOpen(null)} />}
    </>
  );
}

function useKeysOfAllPages(help: () => void): Key[] {
  const texts = useTexts();
  const navigate = useNavigate();
  const permits = usePermits();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const search = () => {
    if (path !== '/orders') void navigate({ to: '/orders' });
    focusSearch();
  };
  const go = pages
    .filter(({ needs }) => needs === null || permits(needs))
    .map(({ to, name, press }) => ({
      press,
      name: texts.keys.go(texts.navigation[name]),
      run: () => void navigate({ to }),
    }));
  return [
    ...(permits('salesorder.read') ? [{ press: '/', name: texts.keys.search, run: search }] : []),
    { press: '?', name: texts.keys.help, run: help },
    ...go,
  ].map((key) => ({ ...key, isEverywhere: true }));
}
