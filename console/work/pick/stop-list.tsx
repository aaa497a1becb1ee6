import { Text, Title, UnstyledButton } from '@mantine/core';
import { useWorkTexts } from '../texts/use-texts.ts';
import { openUnits, type Stop } from './lines.ts';

export interface StopListProps {
  readonly stops: readonly Stop[];
  readonly current: Stop | undefined;
  /** Goes to a place that somebody has tapped. */
  readonly onChoose: (placeId: number) => void;
}

/** All stops in walking order. Those that are done come last, and out of the way. */
export function StopList({ stops, current, onChoose }: StopListProps) {
  const texts = useWorkTexts();
  const isDone = ({ lines }: Stop) => lines.every((line) => openUnits(line) === 0);
  const shown = [...stops.filter((stop) => !isDone(stop)), ...stops.filter(isDone)];
  return (
    <section aria-label={texts.pick.stops}>
      <Title order={2} size="h5">
        {texts.pick.stops}
      </Title>
      <ul className="stops">
        {shown.map((stop) => (
          <li key={stop.place?.id ?? 0} data-done={isDone(stop) || undefined}>
            <UnstyledButton
              className="stop"
              disabled={stop.place === null || isDone(stop)}
              aria-current={stop === current ? 'step' : undefined}
              onClick={() => stop.place && onChoose(stop.place.id)}
            >
              <Text fw={700}>{stop.place?.name ?? texts.pick.noStock}</Text>
              {stop.lines.map((line) => (
                <Text key={line.id} size="sm">
                  {texts.of(line.counted, line.qty)} {line.part.number}
                  {line.unsent !== 0 && ` (${texts.unsent(line.unsent)})`}
                </Text>
              ))}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
