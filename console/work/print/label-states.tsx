import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PackLabels } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';

/** The forms of an order are loaded when a carrier has refused. */
const WaysOut = lazy(() => import('./ways-out.tsx').then(({ WaysOut }) => ({ default: WaysOut })));

export interface LabelStatesProps {
  readonly labels: readonly PackLabels[];
}

/**
 * The labels that are due, the labels that a carrier refused, with the possible actions, and the labels that only
 * the carrier has.
 */
export function LabelStates({ labels }: LabelStatesProps) {
  const texts = useWorkTexts().labels;
  const maySeeOrders = usePermits()('salesorder.read');
  const due = labels.filter(({ state }) => state === 'due');
  const refused = labels.filter(({ state }) => state === 'refused');
  const orders = new Map(refused.flatMap((label) => label.orders.map(({ id, number }) => [id, number])));
  const elsewhere = labels.filter(({ state, label_url }) => state === 'at_carrier' && /^https?:/.test(label_url ?? ''));
  return (
    <Stack gap="sm">
      {due.length > 0 && (
        <Text role="status">
          {texts.due(due.map(({ number }) => number).join(', '))}
          {due[0]?.why && (
            <>
              {' '}
              <ServiceText>{due[0].why}</ServiceText>
            </>
          )}
        </Text>
      )}
      {[...orders].map(([id, order]) => {
        const ofOrder = refused.filter((label) => label.orders.some((one) => one.id === id));
        return (
          <Alert
            key={id}
            color="red"
            role="alert"
            title={texts.refused(order, ofOrder.map(({ number }) => number).join(', '))}
          >
            <Text>
              <ServiceText>{ofOrder[0]?.why ?? ''}</ServiceText>
            </Text>
            {maySeeOrders ? (
              <Suspense fallback={<Skeleton height={48} />}>
                <WaysOut orderId={id} />
              </Suspense>
            ) : (
              <Text>{texts.askSomebody(order)}</Text>
            )}
          </Alert>
        );
      })}
      {elsewhere.map(({ carton_id, number, label_url }) => (
        <Anchor key={carton_id} href={label_url ?? ''} target="_blank" rel="noreferrer" size="lg">
          {texts.open(number)}
        </Anchor>
      ))}
    </Stack>
  );
}
