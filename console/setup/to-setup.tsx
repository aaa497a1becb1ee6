import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';

/** Leads to the overview of Setup. */
export function ToSetup() {
  const { navigation } = useTexts();
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/setup" {...props} />}>
      {navigation.setup}
    </Anchor>
  );
}
