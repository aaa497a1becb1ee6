import { ActionIcon, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useWorkTexts } from '../texts/use-texts.ts';
import { isMeasured, type Line, openUnits, type Stop, type Take } from './lines.ts';
import type { Picking } from './use-picking.ts';

/** The next stop in large: the place, and each part to take there, with buttons for people who count by taps. */
export function StopCard({ stop, picking }: { readonly stop: Stop; readonly picking: Picking }) {
  const texts = useWorkTexts();
  const open = stop.lines.filter((line) => openUnits(line) > 0);
  return (
    <Card withBorder padding="sm" role="group" aria-label={texts.pick.here(stop.place?.name ?? texts.pick.noStock)}>
      <Text className="place">{stop.place?.name}</Text>
      <Stack gap="md">
        {open.map((line) => (
          <LineAtStop key={line.id} line={line} placeId={stop.place?.id ?? null} picking={picking} />
        ))}
      </Stack>
    </Card>
  );
}

interface LineProps {
  readonly line: Line;
  readonly placeId: number | null;
  readonly picking: Picking;
}

function LineAtStop({ line, placeId, picking }: LineProps) {
  const texts = useWorkTexts();
  const { part, qty, counted, unsent, order } = line;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={700} size="lg">
            {part.number}
          </Text>
          <Text size="sm">{part.name}</Text>
          <Text size="sm" c="dimmed">
            {texts.pick.forOrder(order)}
          </Text>
        </div>
        <div className="count">
          <Text className="counted">{texts.of(counted, qty)}</Text>
          {unsent !== 0 && <Text size="sm">{texts.unsent(unsent)}</Text>}
        </div>
      </Group>
      {picking.mayCount && !isMeasured(line) && <Taps line={line} placeId={placeId} picking={picking} />}
      {picking.mayCount && isMeasured(line) && (
        <Button size="lg" h={56} mt={4} variant="default" onClick={() => picking.askAmount(line, null)}>
          {texts.pick.enterAmount(part.number)}
        </Button>
      )}
    </div>
  );
}

function Taps({ line, placeId, picking }: LineProps) {
  const texts = useWorkTexts();
  const { id: lineId, part, counted } = line;
  const takes =
    part.tracking === 'none' ? [null] : line.take.filter(({ serial }) => !line.serials.includes(serial ?? ''));
  const countOf = (qty: number, take: Take | null) =>
    picking.count({
      ...{ lineId, qty, lot: take?.lot ?? null, serial: take?.serial ?? null },
      locationId: take?.locationId ?? placeId,
    });
  const missing = openUnits(line);
  return (
    <Stack gap={4} mt={4}>
      {takes.map((take) => (
        <Group key={take?.serial ?? take?.lot ?? ''} gap="xs" wrap="nowrap">
          {take === null && (
            <ActionIcon
              {...{ size: 56, variant: 'default', disabled: counted <= 0 }}
              aria-label={texts.minus(part.number)}
              onClick={() => countOf(-1, take)}
            >
              <IconMinus aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon size={56} aria-label={labelOf(texts.plus(part.number), take)} onClick={() => countOf(1, take)}>
            <IconPlus aria-hidden />
          </ActionIcon>
          {take && <Text>{take.serial ?? take.lot}</Text>}
          {take === null && missing > 1 && (
            <Button size="lg" h={56} variant="default" onClick={() => countOf(missing, take)}>
              {texts.all(missing)}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}

const labelOf = (words: string, take: Take | null) => (take ? `${words}: ${take.serial ?? take.lot}` : words);
