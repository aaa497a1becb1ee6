import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PickLineAvailable } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { type Elsewhere, exact, type Line, lotsOf } from './lines.ts';
import { placeOf, unitsAt } from './read.ts';

const relations = { qty_available_for_pick: null, 'qty_available_for_pick.location': 'location.read' };

export interface OtherPlacesProps {
  readonly pickId: number;
  readonly line: Line;
  readonly onChoose: (elsewhere: Elsewhere) => void;
}

/** The other places that have free stock of the part. */
export function OtherPlaces({ pickId, line, onChoose }: OtherPlacesProps) {
  const { problems } = useWorkTexts().pick;
  const embed = embedOf(relations, usePermits());
  const { data, error, refetch } = useQuery({
    queryKey: ['work', 'elsewhere', line.id, embed],
    // By the pick: who may read it need not be able to read all picklines.
    queryFn: () => client.pick.line.get(pickId, line.id, { embed }),
    gcTime: 0,
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const available = (data.qty_available_for_pick ?? []) as PickLineAvailable[];
  const places = placesOf(available.filter((units) => isOther(units, line)));
  return (
    <div>
      <Text fw={700}>{problems.elsewhere}</Text>
      <Text size="sm">{places.length === 0 ? problems.noElsewhere : problems.elsewhereHelp}</Text>
      <Group gap="xs">
        {places.map((elsewhere) => (
          <Button key={elsewhere.place.id} size="lg" variant="default" onClick={() => onChoose(elsewhere)}>
            {problems.placeWith(
              elsewhere.place.name,
              exact(elsewhere.take.reduce((sum, { qty }) => sum + qty, 0)),
              lotsOf(elsewhere).join(', '),
            )}
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** Units of another place, or of another lot of the same one. */
const isOther = ({ location_id, lot }: PickLineAvailable, { place, take }: Line): boolean =>
  location_id !== place?.id || (lot !== null && !take.some((units) => units.lot === lot));

function placesOf(available: readonly PickLineAvailable[]): Elsewhere[] {
  const places = new Map<number, Elsewhere>();
  for (const units of available) {
    const place = placeOf(units.location ?? null, units.location_id);
    if (!place) continue;
    places.set(place.id, { place, take: [...(places.get(place.id)?.take ?? []), unitsAt(units)] });
  }
  return [...places.values()];
}
