import { Button, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { loaded } from '../faults/load.ts';
import { useCalls } from '../ground/calls.tsx';
import { isDialogOpen, type Key, useKeyPresses, useKeys } from '../ground/keys.ts';
import { isOffered, pages } from '../ground/pages.ts';
import { focusSearch } from '../ground/search-focus.ts';
import { usePermits } from '../ground/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { EarlyField, type EarlyInput } from './early-field.tsx';
import { paletteKey } from './palette-key.ts';

type PaletteModule = typeof import('./palette.tsx');
type HelpModule = typeof import('./help.tsx');

/* Both dialogs are loaded when somebody opens them. */
const loadPalette = () => loaded(() => import('./palette.tsx'));
const loadHelp = () => loaded(() => import('./help.tsx'));

/** The keys of all pages, and the button of the palette. */
export function Dialogs() {
  const texts = useTexts();
  const { refuse } = useCalls();
  const [Help, setHelp] = useState<HelpModule['Help'] | null>(null);
  const palette = usePalette();
  const openHelp = () => {
    if (!isDialogOpen()) loadHelp().then((module) => setHelp(() => module.Help), refuse);
  };
  useKeyPresses();
  useKeys(useKeysOfAllPages(openHelp));
  // Also while somebody types.
  useHotkeys([['mod+K', palette.open]], []);
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" title={texts.palette.title} onClick={palette.open}>
        <IconSearch size={14} aria-hidden />
        <Text size="xs" mx={8} visibleFrom="xs">
          {texts.palette.open}
        </Text>
        <Kbd size="xs" visibleFrom="sm">
          {paletteKey}
        </Kbd>
      </Button>
      {palette.element}
      {Help && <Help onClosed={() => setHelp(null)} />}
    </>
  );
}

/** The palette, or its field until the palette is loaded. */
function usePalette() {
  const { refuse } = useCalls();
  const [Palette, setPalette] = useState<PaletteModule['Palette'] | null>(null);
  const [early, setEarly] = useState<EarlyInput | null>(null);
  const close = () => setEarly(null);
  const open = () => {
    if (isDialogOpen()) return;
    const opening = (early?.opening ?? 0) + 1;
    // The next key is for the field already.
    flushSync(() => setEarly({ opening, text: '', isEntered: false, focused: document.activeElement }));
    if (Palette) return;
    loadPalette().then(
      (module) => setPalette(() => module.Palette),
      (error) => {
        close();
        refuse(error);
      },
    );
  };
  const note = (more: Pick<EarlyInput, 'text' | 'isEntered'>) => setEarly((before) => before && { ...before, ...more });
  const field = early && <EarlyField focused={early.focused} onInput={note} onClose={close} />;
  // Somebody may open it again before it has quite closed: then it is another one.
  const element = early && Palette ? <Palette key={early.opening} early={early} onClosed={close} /> : field;
  return { open, element };
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
    .filter((page) => isOffered(page, permits))
    .flatMap(({ to, name, press }) =>
      press === null ? [] : [{ press, name: texts.keys.go(texts.navigation[name]), run: () => void navigate({ to }) }],
    );
  return [
    ...(permits('salesorder.read') ? [{ press: '/', name: texts.keys.search, run: search }] : []),
    { press: '?', name: texts.keys.help, run: help },
    ...go,
  ].map((key) => ({ ...key, isEverywhere: true }));
}
