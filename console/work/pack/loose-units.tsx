import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { PackedLine } from './units.ts';
import type { Packing } from './use-packing.ts';

/** The units that are in no carton, with buttons for people who pack by taps. */
export function LooseUnits({ packing: { lines, carton, mayPack, move } }: { readonly packing: Packing }) {
  const texts = useWorkTexts();
  const open = lines.filter(({ loose }) => loose > 0);
  if (open.length === 0) return null;
  const into = (line: PackedLine, qty: number) => {
    if (!carton) return;
    move({
      cartonId: carton.id,
      fromCartonId: null,
      partId: line.part.id,
      orderId: line.orderId,
      qty,
      lot: null,
      serial: null,
    });
  };
  return (
    <section>
      <Title order={2} size="h4">
        {texts.pack.loose}
      </Title>
      <ul className="queue">
        {open.map((line) => (
          <li key={`${line.orderId}/${line.part.id}`} className="entry">
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={700}>{line.part.number}</Text>
                <Text size="sm">{line.part.name}</Text>
                <Text size="sm" c="dimmed">
                  {texts.pick.forOrder(line.order)}
                </Text>
              </div>
              <Text className="counted">{texts.of(line.qty - line.loose, line.qty)}</Text>
            </Group>
            <Group gap="xs" mt={4}>
              {line.part.isWhole && (
                <ActionIcon
                  size={56}
                  disabled={!carton || !mayPack}
                  aria-label={texts.plus(line.part.number)}
                  onClick={() => into(line, 1)}
                >
                  <IconPlus aria-hidden />
                </ActionIcon>
              )}
              {(line.loose > 1 || !line.part.isWhole) && (
                <Button
                  size="lg"
                  h={56}
                  variant="default"
                  disabled={!carton || !mayPack}
                  onClick={() => into(line, line.loose)}
                >
                  {texts.all(line.loose)}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
