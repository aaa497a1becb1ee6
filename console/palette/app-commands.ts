import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCalls } from '../ground/calls.tsx';
import type { Command } from '../ground/commands.ts';
import { isOffered, pages } from '../ground/pages.ts';
import { usePermits } from '../ground/session.ts';
import { useSignOut } from '../ground/sign-out.ts';
import { type Language, languageNames, useLanguage, useTexts } from '../texts/texts.tsx';

/** Returns the pages that the user may open, as commands. */
export function useGoCommands(): Command[] {
  const texts = useTexts();
  const navigate = useNavigate();
  const permits = usePermits();
  return pages
    .filter((page) => isOffered(page, permits))
    .map(({ to, name, press }) => ({
      name: texts.navigation[name],
      hint: press ?? undefined,
      run: () => void navigate({ to }),
    }));
}

/** Returns the commands that every page has: language, colors, commands beside buttons, and the end of the session. */
export function useSettingCommands(): Command[] {
  const texts = useTexts();
  const { language, choose } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const { areShown, show } = useCalls();
  const signOut = useSignOut();
  const others = (Object.keys(languageNames) as Language[]).filter((name) => name !== language);
  return [
    {
      name: scheme === 'dark' ? texts.navigation.light : texts.navigation.dark,
      run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    },
    ...others.map((name) => ({ name: texts.palette.language(languageNames[name]), run: () => choose(name) })),
    {
      name: areShown ? texts.palette.hideCommands : texts.palette.showCommands,
      run: () => show(!areShown),
    },
    { name: texts.navigation.signOut, run: () => void signOut() },
  ];
}
