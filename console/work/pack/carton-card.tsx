import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Pack } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { ClaimButton } from '../claim-button.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { CartonPicture } from './carton-picture.tsx';
import { checkKey, type PackedCarton, partsOf } from './units.ts';
import type { Packing } from './use-packing.ts';

export interface CartonCardProps {
  readonly pack: Pack;
  readonly carton: PackedCarton;
  readonly packing: Packing;
}

/** The carton at hand: its drawing, which builds up, what is in it, and its weight. */
export function CartonCard(props: CartonCardProps) {
  const { carton, packing } = props;
  const texts = useWorkTexts();
  return (
    <Card withBorder padding="sm" role="group" aria-label={texts.pack.carton(carton.name)}>
      <Stack gap="sm">
        <Text fw={700} size="lg">
          {texts.pack.carton(carton.name)}
        </Text>
        {carton.contents.length > 0 && <CartonPicture {...props} />}
        <Contents carton={carton} packing={packing} />
        <CartonCalls {...props} />
      </Stack>
    </Card>
  );
}

function Contents({ carton, packing: { lines, checked } }: Pick<CartonCardProps, 'carton' | 'packing'>) {
  const texts = useWorkTexts();
  const parts = partsOf(carton, lines);
  if (parts.length === 0) return <Text size="sm">{texts.pack.empty}</Text>;
  return (
    <ul className="queue">
      {parts.map(({ id, part, qty }) => {
        const seen = checked.get(checkKey(carton.id, id)) ?? 0;
        const unsent = carton.contents
          .filter(({ partId, isUnsent }) => partId === id && isUnsent)
          .reduce((sum, { qty }) => sum + qty, 0);
        return (
          <li key={id}>
            <Text size="sm">
              {texts.pack.content(qty, part)}
              {seen > 0 && ` · ${texts.pack.seen(seen)}`}
            </Text>
            {unsent > 0 && <Text size="sm">{texts.unsent(unsent)}</Text>}
          </li>
        );
      })}
    </ul>
  );
}

function CartonCalls({ pack, carton, packing }: CartonCardProps) {
  const texts = useWorkTexts().pack;
  const permits = usePermits();
  const record = pack.cartons?.find(({ id }) => id === carton.id);
  const [grams, setGrams] = useState(`${record?.weight_g ?? ''}`);
  const done = () => void packing.reading.refetch();
  const contents = partsOf(carton, packing.lines).map(({ qty, part }) => texts.content(qty, part));
  return (
    <Group gap="xs" align="flex-end">
      {permits('carton.update') && (
        <>
          <TextInput
            size="lg"
            inputMode="numeric"
            w={140}
            label={texts.weight}
            value={grams}
            onChange={({ currentTarget }) => setGrams(currentTarget.value)}
          />
          <CallButton
            size="lg"
            variant="default"
            disabled={!/^\d+$/.test(grams) || Number(grams) === record?.weight_g}
            action={(to) => to.pack.carton.update(pack.id, carton.id, { weight_g: Number(grams) })}
            onDone={done}
          >
            {texts.keepWeight}
          </CallButton>
        </>
      )}
      {packing.mayPack && carton.contents.length > 0 && !packing.from && (
        <Button size="lg" variant="default" onClick={() => packing.moveFrom(carton.id)}>
          {texts.moveOut}
        </Button>
      )}
      {permits('carton.delete') && (
        <ClaimButton
          size="lg"
          variant="default"
          disabled={packing.queue.waiting.length > 0}
          action={(to) => to.pack.carton.remove(pack.id, carton.id)}
          question={contents.length > 0 ? texts.asksEmpty(carton.name, contents) : null}
          verdicts={packing.verdicts}
          onDone={done}
        >
          {texts.emptyCarton}
        </ClaimButton>
      )}
    </Group>
  );
}
