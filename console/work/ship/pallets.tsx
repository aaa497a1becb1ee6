import { Button, Group, Text, Title } from '@mantine/core';
import type { Ship } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { palletsOf } from './items.ts';
import type { Loading } from './use-loading.ts';

export interface PalletsProps {
  readonly ship: Ship;
  readonly loading: Loading;
}

/** The pallets of a ship with their cartons. */
export function Pallets({ ship, loading: { cartonIds, load, refresh } }: PalletsProps) {
  const texts = useWorkTexts();
  const mayChange = usePermits()('ship.palletize');
  const pallets = palletsOf(ship);
  if (pallets.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {texts.ship.pallets}
      </Title>
      <ul className="queue">
        {pallets.map((pallet) => (
          <li key={pallet.id} className="entry">
            <Text fw={700}>{texts.ship.pallet(pallet.label)}</Text>
            <Text size="sm">{pallet.names.join(', ')}</Text>
            {mayChange && (
              <Group gap="xs">
                {cartonIds.length > 0 && (
                  <Button size="lg" variant="default" onClick={() => load(pallet)}>
                    {texts.ship.putOn(cartonIds.length)}
                  </Button>
                )}
                <CallButton
                  size="lg"
                  variant="default"
                  action={(to) => to.ship.pallet.remove(ship.id, pallet.id)}
                  onDone={refresh}
                >
                  {texts.ship.unloadPallet}
                </CallButton>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
