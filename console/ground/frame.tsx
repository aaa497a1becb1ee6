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
import { IconLogout, IconMoon, IconPackage, IconStack2, IconSun, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { SignInOverPage } from '../sign-in/sign-in-over-page.tsx';
import { useTexts } from '../texts/texts.tsx';
import { CallsProvider, RefusalOfCall } from './calls.tsx';
import { client } from './client.ts';
import { readSession, sessionKey, usePermits } from './session.ts';

const pages = [
  { to: '/', icon: IconTruckDelivery, name: 'today' },
  { to: '/orders', icon: IconPackage, name: 'orders' },
  { to: '/bulkruns', icon: IconStack2, name: 'bulkRuns', needs: 'bulkrun.read' },
] as const;

/** The frame of all pages: navigation, user, language and colors. */
export function Frame() {
  const texts = useTexts();
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const permits = usePermits();
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
              <Text fw={700}>Conveyor</Text>
            </Group>
            <User />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={texts.navigation.label}>
          <Stack gap={4}>
            {pages
              .filter((page) => !('needs' in page) || permits(page.needs))
              .map(({ to, icon: Icon, name }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={texts.navigation[name]}
                  leftSection={<Icon size={18} aria-hidden />}
                  active={to === '/' ? path === '/' : path.startsWith(to)}
                  onClick={close}
                />
              ))}
          </Stack>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <Stack gap="sm">
            <RefusalOfCall />
            <Outlet />
          </Stack>
        </AppShell.Main>
        <SignInOverPage />
      </AppShell>
    </CallsProvider>
  );
}

function User() {
  const texts = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const { data: session } = useQuery({ queryKey: sessionKey, queryFn: readSession });
  const signOut = async () => {
    await client.session.removeAll({ signIn: false });
    queries.clear();
    await navigate({ to: '/sign-in' });
  };
  const name = session && [session.user.first_name, session.user.last_name].filter(Boolean).join(' ');
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor component={Link} to="/me" size="sm" c="inherit">
        {name || session?.user.email || texts.me.title}
      </Anchor>
      <ActionIcon
        variant="default"
        aria-label={scheme === 'dark' ? texts.navigation.light : texts.navigation.dark}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? <IconSun size={16} aria-hidden /> : <IconMoon size={16} aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="default" aria-label={texts.navigation.signOut} onClick={signOut}>
        <IconLogout size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
