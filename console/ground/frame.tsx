import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Group,
  NavLink,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { OutageNotice } from '../faults/outage-notice.tsx';
import { Dialogs } from '../palette/dialogs.tsx';
import { useScanner } from '../scanner/scans.ts';
import { SignInOverPage } from '../sign-in/sign-in-over-page.tsx';
import { useTexts } from '../texts/texts.tsx';
import { hasLeftovers } from '../work/queue/leftovers.ts';
import { CallsProvider, RefusalOfCall } from './calls.tsx';
import { useChangesFromNow } from './changes.ts';
import { isOffered, isOfSetup, isPathOfSetup, pages } from './pages.ts';
import { usePermits, useSession } from './session.ts';
import { useSignOut } from './sign-out.ts';

/** The frame of all pages: navigation, user, language and colors. */
export function Frame() {
  const texts = useTexts();
  const [isOpen, { toggle, close }] = useDisclosure();
  const isWork = useRouterState({ select: ({ location }) => location.pathname.startsWith('/work') });
  useChangesFromNow();
  useScanner();
  return (
    <CallsProvider>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <a className="skip" href="#content">
          {texts.navigation.skip}
        </a>
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={texts.navigation.label} />
              <Text fw={700} visibleFrom="xs">
                Conveyor
              </Text>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <Dialogs />
              <User />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={texts.navigation.label}>
          <Navigation onFollowed={close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <Stack gap="sm">
            <OutageNotice />
            {!isWork && hasLeftovers() && (
              <Suspense>
                <Leftovers />
              </Suspense>
            )}
            <RefusalOfCall />
            <Outlet />
          </Stack>
        </AppShell.Main>
        <SignInOverPage />
      </AppShell>
    </CallsProvider>
  );
}

/** Sends scans of an earlier visit or of a page that was left, which other pages do not load the code for. */
const Leftovers = lazy(async () => ({ default: (await import('../work/leftovers.tsx')).Leftovers }));

/** Whether an address covers only its own page. */
const isExact = (to: string) => to === '/' || to === '/setup';

/** The pages that the user may open. */
function Navigation({ onFollowed }: { readonly onFollowed: () => void }) {
  const texts = useTexts();
  const permits = usePermits();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const places: readonly string[] = isPathOfSetup(path) ? ['navigation', 'setup'] : ['navigation'];
  const shown = pages.filter((page) => places.includes(page.shownIn) && isOffered(page, permits));
  const ofSetup = shown.filter(isOfSetup);
  const link = ({ to, icon: Icon, name }: (typeof shown)[number]) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={texts.navigation[name]}
      leftSection={<Icon size={18} aria-hidden />}
      // The overview of Setup is a page apart from the pages below it.
      activeOptions={{ exact: isExact(to) }}
      active={isExact(to) ? path === to : path.startsWith(to)}
      onClick={onFollowed}
    />
  );
  return (
    <Stack gap={4}>
      {shown.filter((page) => !isOfSetup(page)).map(link)}
      <Stack gap={4} mt="sm">
        {ofSetup.map(link)}
      </Stack>
    </Stack>
  );
}

function User() {
  const texts = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const session = useSession();
  const signOut = useSignOut();
  const name = session && [session.user.first_name, session.user.last_name].filter(Boolean).join(' ');
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor component={Link} to="/me" size="sm" c="inherit" truncate maw={{ base: 96, sm: 240 }}>
        {name || session?.user.email || texts.me.title}
      </Anchor>
      <ActionIcon
        variant="default"
        aria-label={scheme === 'dark' ? texts.navigation.light : texts.navigation.dark}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="default" aria-label={texts.navigation.signOut} onClick={() => void signOut()}>
        <IconLogout size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
