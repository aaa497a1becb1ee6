import { Anchor, Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isOffered, isOfSetup, pages } from '../ground/pages.ts';
import { usePermits, useSession } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';
import { useSetupTexts } from './texts/use-texts.ts';

/** The records that the user may set up, with the purpose of each page. */
export function SetupPage() {
  const { navigation } = useTexts();
  const { overview } = useSetupTexts();
  const permits = usePermits();
  const session = useSession();
  useTitle(navigation.setup);
  const offered = pages.filter((page) => isOfSetup(page) && page.to !== '/setup' && isOffered(page, permits));
  return (
    <Stack maw={1000}>
      <Title order={1} size="h2">
        {navigation.setup}
      </Title>
      {!session && <Skeleton height={160} />}
      {session && offered.length === 0 && <Text>{overview.nothing}</Text>}
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, md: 3 }} p={0} m={0}>
        {offered.map(({ to, icon: Icon, name }) => (
          <Card key={to} component="li" withBorder padding="sm">
            <Anchor fw={500} renderRoot={(props) => <Link to={to} {...props} />}>
              <Icon size={16} aria-hidden /> {navigation[name]}
            </Anchor>
            <Text size="sm">{(overview.pages as Readonly<Record<string, string>>)[name]}</Text>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
