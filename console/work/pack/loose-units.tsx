import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { PackedLine } from './units.ts';
import type { Packing } from './use-packing.ts';

/** The units that are in no carton, with buttons for people who pack by taps. */
export function LooseUnits({ packing: { lines, carton, from, mayPack, move, ask } }: { readonly packing: Packing }) {
  const texts = useWorkTexts();
  const open = lines.filter(({ loose }) => loose > 0);
  if (open.length === 0) return null;
  const into = (line: PackedLine, qty: number) => {
    if (!carton) return;
    const { part, orderId } = line;
    if (part.tracking !== 'none') return ask(part, qty);
    const units = { partId: part.id, orderId, qty, lot: null, serial: null };
    move([{ ...units, cartonId: carton.id, fromCartonId: null }], { isScanned: false });
  };
  // While units leave a carton, the lot or the serial number that is scanned is of one of those.
  const mayTake = ({ part }: PackedLine) => carton && mayPack && (!from || part.tracking === 'none');
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
              <div className="count">
                <Text className="counted">{texts.of(line.qty - line.loose, line.qty)}</Text>
                {line.unsent > 0 && <Text size="sm">{texts.unsent(line.unsent)}</Text>}
              </div>
            </Group>
            <Group gap="xs" mt={4}>
              {line.part.isWhole && (
                <ActionIcon
                  size={56}
                  disabled={!mayTake(line)}
                  aria-label={texts.plus(line.part.number)}
                  onClick={() => into(line, 1)}
                >
                  <IconPlus aria-hidden />
                </ActionIcon>
              )}
              {(line.loose > 1 || !line.part.isWhole) && line.part.tracking !== 'serial' && (
                <Button
                  size="lg"
                  h={56}
                  variant="default"
                  disabled={!mayTake(line)}
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
