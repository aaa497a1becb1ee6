import { Button, Group, Text, Title } from '@mantine/core';
import type { Ship } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { ClaimButton } from '../claim-button.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';
import { palletsOf } from './items.ts';
import type { Loading } from './use-loading.ts';

export interface PalletsProps {
  readonly ship: Ship;
  readonly loading: Loading;
  readonly verdicts: Verdicts;
}

/** The pallets of a ship with their cartons. */
export function Pallets({ ship, loading: { cartonIds, load, refresh }, verdicts }: PalletsProps) {
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
                <ClaimButton
                  size="lg"
                  variant="default"
                  action={(to) => to.ship.pallet.remove(ship.id, pallet.id)}
                  question={texts.ship.asksUnload(pallet.label, pallet.names)}
                  {...{ verdicts, onDone: refresh }}
                >
                  {texts.ship.unloadPallet}
                </ClaimButton>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
