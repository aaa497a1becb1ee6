import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, servicePath } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { type Return, returnsKey, stateOf } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

/** The states in which the service has a label booked. */
const labelled = ['Authorised', 'Received', 'Inspected'];

/** The label with which the customer sends the goods back, or why there is none, and the call that asks the carrier. */
export function ReturnLabel({ one }: { readonly one: Return }) {
  const { label: texts } = useReturnTexts();
  const permits = usePermits();
  const { carrier_name: carrier, label_due, label_problem, tracking_number: number } = one;
  const isOpen = labelled.includes(stateOf(one)) && carrier !== null && one.label_by !== 'none';
  const booked = one.bookings?.find(({ state }) => state === 'booked');
  const address = booked?.label_type ? `${servicePath}/returnorder/${one.id}/label` : one.label_url;
  const mayAsk = isOpen && !label_due && (number === null || address === null) && permits('returnorder.label');
  if (number === null && !label_due && label_problem === null && !mayAsk) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="label">
      <Title order={2} size="h4" id="label">
        {texts.title}
      </Title>
      {number !== null && (
        <Group gap="sm">
          <Text>
            {number}, {carrier}
          </Text>
          {booked?.test && <Badge color="red">{texts.test}</Badge>}
          {address !== null && (
            <Anchor href={address} target="_blank" rel="noreferrer">
              {texts.open}
            </Anchor>
          )}
        </Group>
      )}
      {label_due && <Text role="status">{texts.due(carrier ?? '')}</Text>}
      {label_problem !== null && (
        <Text c="red">
          <ServiceText>{label_problem}</ServiceText>
        </Text>
      )}
      {mayAsk && <AskLabel one={one} />}
    </Stack>
  );
}

/** Asks the carrier for the label, again after a refusal. */
function AskLabel({ one: { id, label_problem, tracking_number } }: { readonly one: Return }) {
  const { label: texts } = useReturnTexts();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: () => client.returnorder.fetchlabel(id, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: returnsKey }),
  });
  const first = tracking_number === null ? texts.ask : texts.fetch;
  return (
    <>
      <Group>
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          {label_problem === null ? first : texts.again}
        </Button>
      </Group>
      {ask.error && <ProblemNotice error={ask.error} />}
    </>
  );
}
