import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Client, Pick, Putback } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { embedOf, usePermits } from '../ground/session.ts';
import { ClaimButton } from './claim-button.tsx';
import { type ScannedPart, scannedPart } from './part-codes.ts';
import { exact } from './pick/lines.ts';
import { readAll } from './read-all.ts';
import type { WorkTexts } from './texts/en.ts';
import { useWorkTexts } from './texts/use-texts.ts';
import type { Verdicts } from './verdict.tsx';

export type ListKind = 'pick' | 'pack' | 'ship';
export type UnitsBack = NonNullable<Pick['put_back']>[number] & {
  /** Whether their carton stays closed, and waits for another ship. */
  readonly isOffShip?: boolean;
  /** The codes of the part. */
  readonly codes?: ScannedPart;
};

export interface PutBackProps {
  readonly units: readonly UnitsBack[] | null;
  readonly verdicts: Verdicts;
  /** Called when somebody has said that the units are back. */
  readonly onDone: () => void;
}

/**
 * The units that people hold of orders that left the list: the units, their places, the person who decided, and a
 * button that confirms their return.
 */
export function PutBack({ units, verdicts, onDone }: PutBackProps) {
  const texts = useWorkTexts();
  const mayConfirm = usePermits()('putback.confirm');
  if (!units || units.length === 0) return null;
  const { title, why: words, question, yes, back, done } = texts.putBack;
  const reasons = [...new Set(units.map(({ order, why, by }) => words[why](order, by)))];
  const lines = summed(units).map((one) => backWords(one, texts));
  return (
    <Alert color="red" role="alert" title={title}>
      <ul className="units">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Text mb="sm">{reasons.join(' ')}</Text>
      {mayConfirm && (
        <ClaimButton
          size="lg"
          command="back"
          action={(to) => confirmAll(to, units)}
          question={{ words: question, yes }}
          verdicts={verdicts}
          onDone={() => {
            verdicts.say({ sign: 'finished', words: done });
            onDone();
          }}
        >
          {back}
        </ClaimButton>
      )}
    </Alert>
  );
}

/** Says of each of some units that they are back. */
export async function confirmAll(to: Client, units: readonly { readonly id: number }[]): Promise<true> {
  for (const { id } of units) await to.putback.confirm(id);
  return true;
}

/** Returns what goes back, and where to, in words. */
export function backWords(units: UnitsBack, { putBack }: WorkTexts): string {
  const { part, lot, serial, qty, location, carton, isOffShip = false } = units;
  const unit = [part, lot, serial].filter(Boolean).join(', ');
  return isOffShip && carton !== null ? putBack.offShip(carton, qty, unit) : putBack.units(qty, unit, location, carton);
}

/** Adds up units of the same part, in the same carton, for the same place. */
function summed(units: readonly UnitsBack[]): UnitsBack[] {
  const sums = new Map<string, UnitsBack>();
  for (const one of units) {
    const key = JSON.stringify([one.part_id, one.location_id, one.carton, one.lot, one.serial]);
    sums.set(key, { ...one, qty: exact(one.qty + (sums.get(key)?.qty ?? 0)) });
  }
  return [...sums.values()];
}

const relations = {
  part: 'part.read',
  'part.aliases': 'part.read',
  location: 'location.read',
  order: 'salesorder.read',
};

/** Units of one list, or of all lists of a site. */
const most = 500;

/** Reads the units that are still to be put back. @param filter such as `pick_id = 7`; null to read nothing */
export function useUnitsBack(filter: string | null) {
  const permits = usePermits();
  const embed = embedOf(relations, permits);
  return useQuery({
    queryKey: ['work', 'putback', filter, embed],
    queryFn: async (): Promise<UnitsBack[]> => {
      const rows = client.putback.each({ filter: `${filter} && back_at IS NULL`, sort: 'id', embed });
      return (await readAll<Putback>(rows, most)).map(unitsOf);
    },
    enabled: filter !== null && permits('putback.read'),
  });
}

function unitsOf({ part, location, order, decided_by, created_at, ship_id, ...row }: Putback): UnitsBack {
  const why = row.why as UnitsBack['why'];
  return {
    ...row,
    ...{ why, by: decided_by, at: created_at, isOffShip: ship_id !== null && why === 'delete' },
    ...{ part: part?.number ?? `${row.part_id}`, codes: scannedPart(part, row.part_id) },
    location: location?.name ?? `${row.location_id}`,
    order: order?.number ?? `${row.order_id}`,
  };
}

export interface VoidListProps {
  /** That the list is void or deleted. */
  readonly words: string;
  /** Whether the page says what goes back. */
  readonly hasUnits: boolean;
}

/** A list that is void or deleted, and the way on. */
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
