import { Alert, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Client, Pick } from '../../../client/browser.ts';
import { CallButton, useSend } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { addressOf, callsOf } from '../start/steps.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { pickState } from './read.ts';

/** A pick that is not open any more: it is packed next, or what was taken goes back. */
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
    return (
      <Alert color="red" role="alert">
        <Text>{texts.voided}</Text>
      </Alert>
    );
  }
  return (
    <Stack>
      <Title order={2} size="h3">
        {texts.finished}
      </Title>
      {canPack && (
        <CallButton size="lg" fullWidth action={action} onDone={open}>
          {texts.pack}
        </CallButton>
      )}
    </Stack>
  );
}
