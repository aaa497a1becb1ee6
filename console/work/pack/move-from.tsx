import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Content } from './units.ts';
import type { Packing } from './use-packing.ts';

/** The contents of the carton that units leave, with buttons for people who move them by taps. */
export function MoveFrom({ packing }: { readonly packing: Packing }) {
  const texts = useWorkTexts();
  const { from, carton, lines, mayPack, move, moveFrom } = packing;
  if (!from) return null;
  const target = carton?.id === from.id ? undefined : carton;
  const partOf = (partId: number) => lines.find(({ part }) => part.id === partId)?.part;
  const take = ({ partId, orderId, lot, serial }: Content, qty: number) => {
    if (!target) return;
    const units = { partId, orderId, qty, lot, serial };
    move([{ ...units, cartonId: target.id, fromCartonId: from.id }], { isScanned: false });
  };
  return (
    <section>
      <Title order={2} size="h4">
        {texts.pack.moving(from.name)}
      </Title>
      <ul className="queue">
        {from.contents.map((content, at) => {
          const part = partOf(content.partId);
          const number = [part?.number ?? content.partId, content.serial ?? content.lot].filter(Boolean).join(' ');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order may have a part in several rows
            <li key={at} className="entry">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={700}>{texts.pack.content(content.qty, number)}</Text>
                <ActionIcon
                  size={56}
                  disabled={!target || !mayPack}
                  aria-label={texts.plus(number)}
                  onClick={() => take(content, part?.isWhole ? 1 : content.qty)}
                >
                  <IconPlus aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          );
        })}
      </ul>
      <Button size="lg" variant="default" onClick={() => moveFrom(null)}>
        {texts.pack.endMoving}
      </Button>
    </section>
  );
}
