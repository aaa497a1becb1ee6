import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Pick } from '../../client/browser.ts';
import { exact } from './pick/lines.ts';
import { useWorkTexts } from './texts/use-texts.ts';

type Units = NonNullable<Pick['put_back']>;

/** What people hold of orders that left the list: what goes back, where to, and who decided. */
export function PutBack({ units }: { readonly units: Units | null }) {
  const texts = useWorkTexts().putBack;
  if (!units || units.length === 0) return null;
  const reasons = [...new Set(units.map(({ order, why, by }) => texts.why[why](order, by)))];
  return (
    <Alert color="red" role="alert" title={texts.title}>
      <ul className="units">
        {summed(units).map(({ part, location, lot, serial, qty }) => (
          <li key={JSON.stringify([part, location, lot, serial])}>
            {texts.units(qty, [part, lot, serial].filter(Boolean).join(', '), location)}
          </li>
        ))}
      </ul>
      {reasons.join(' ')}
    </Alert>
  );
}

/** Adds up units of the same part at the same place. */
function summed(units: Units): Units {
  const sums = new Map<string, Units[number]>();
  for (const one of units) {
    const key = JSON.stringify([one.part_id, one.location_id, one.lot, one.serial]);
    sums.set(key, { ...one, qty: exact(one.qty + (sums.get(key)?.qty ?? 0)) });
  }
  return [...sums.values()];
}

export interface VoidListProps {
  /** That the list is void. */
  readonly words: string;
  /** Whether the page says what goes back. */
  readonly hasUnits: boolean;
}

/** A list that is void, and the way on. */
export function VoidList({ words, hasUnits }: VoidListProps) {
  const texts = useWorkTexts();
  return (
    <Stack>
      <Title order={2} size="h3">
        {words}
      </Title>
      {!hasUnits && <Text>{texts.putBack.nothing}</Text>}
      <Button size="lg" fullWidth renderRoot={(props) => <Link to="/work" {...props} />}>
        {texts.next}
      </Button>
    </Stack>
  );
}
