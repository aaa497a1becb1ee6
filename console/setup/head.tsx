import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';

interface SetupHeadProps {
  readonly title: string;
  /** Content beside the way back. */
  readonly children?: ReactNode;
}

/** The head of a page below Setup: its title, also that of the browser, and the way back to the overview. */
export function SetupHead({ title, children }: SetupHeadProps) {
  const { navigation } = useTexts();
  useTitle(title);
  return (
    <Group justify="space-between" gap="xs">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Group gap="sm">
        <Anchor size="sm" renderRoot={(props) => <Link to="/setup" {...props} />}>
          {navigation.setup}
        </Anchor>
        {children}
      </Group>
    </Group>
  );
}
