import { Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Client, Pick } from '../../../client/browser.ts';
import { CallButton, useSend } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { VoidList } from '../put-back.tsx';
import { addressOf, callsOf } from '../start/steps.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { pickState } from './read.ts';
import { Rest } from './rest.tsx';

/** A pick that is no longer open: the next action is to pack it, or to put its units back. */
export function AfterPick({ pick }: { readonly pick: Pick }) {
  const texts = useWorkTexts().pick;
  const navigate = useNavigate();
  const send = useSend();
  const mayPack = usePermits()(callsOf.pack.creates);
  const picked = (pick.lines ?? []).filter(({ qty_committed }) => qty_committed > 0);
  const orderIds = [...new Set(picked.map(({ order_id }) => order_id))];
  const canPack = mayPack && pick.status_id === pickState.finished && orderIds.length > 0;
  const action = (to: Client) => callsOf.pack.create(to, orderIds);
  const open = ({ id }: { readonly id: number }) => void navigate({ to: addressOf('pack', id) });
  useScanCommands(canPack ? { next: () => void send(action).then((pack) => pack && open(pack)) } : {});
  if (pick.status_id === pickState.void) {
    return <VoidList words={texts.voided} hasUnits={pick.put_back !== null} />;
  }
  return (
    <Stack>
      <Title order={2} size="h3">
        {picked.length === 0 ? texts.nothingPicked : texts.finished}
      </Title>
      <Rest pick={pick} />
      {canPack && (
        <CallButton
          size="lg"
          fullWidth
          variant={(pick.rest ?? []).length > 0 ? 'default' : 'filled'}
          action={action}
          onDone={open}
        >
          {texts.pack}
        </CallButton>
      )}
    </Stack>
  );
}
