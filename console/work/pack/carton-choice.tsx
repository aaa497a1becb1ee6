import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Pack } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Packing } from './use-packing.ts';

/** The cartons of a pack, a new one of some kind, and the choice of cartons by Conveyor. */
export function CartonChoice({ pack, packing }: { readonly pack: Pack; readonly packing: Packing }) {
  const texts = useWorkTexts().pack;
  const permits = usePermits();
  const { cartons, carton, from, types, lines, choose, newCarton, reading, queue } = packing;
  const [typeId, setTypeId] = useState('');
  const isLoose = lines.some(({ loose }) => loose > 0);
  const kinds = types.map(({ id, name }) => ({ value: `${id}`, label: name }));
  return (
    <Group gap="xs" align="flex-end">
      {cartons.length > 0 && (
        <Group gap="xs" role="group" aria-label={texts.cartons}>
          {cartons.map(({ id, name, isOpen }) => (
            <Button
              key={id}
              size="lg"
              variant={id === carton?.id ? 'filled' : 'default'}
              aria-pressed={id === carton?.id}
              disabled={!isOpen}
              onClick={() => choose(id)}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
      {permits('carton.create') && (isLoose || from) && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <NativeSelect
            size="lg"
            label={texts.cartonType}
            value={typeId}
            data={[{ value: '', label: texts.noType }, ...kinds]}
            onChange={({ currentTarget }) => setTypeId(currentTarget.value)}
          />
          <Button size="lg" variant="default" onClick={() => void newCarton(typeId === '' ? null : Number(typeId))}>
            {texts.newCarton}
          </Button>
        </Group>
      )}
      {permits('pack.autopack') && isLoose && (
        <CallButton
          size="lg"
          variant="default"
          disabled={queue.waiting.length > 0}
          action={(to) => to.pack.autopack(pack.id)}
          onDone={() => void reading.refetch()}
        >
          {texts.autopack}
        </CallButton>
      )}
    </Group>
  );
}
