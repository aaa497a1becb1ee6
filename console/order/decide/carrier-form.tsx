import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { client as service } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { DecisionFormProps } from './decide.tsx';
import { Effects } from './effects.tsx';

/** Sends the order with another carrier, or on another service level. */
export function CarrierForm({ shown: { order }, onClose }: DecisionFormProps) {
  const { decide: texts, facts } = useTexts().order;
  const [carrierId, setCarrier] = useState(order.carrier_id);
  const [levelId, setLevel] = useState(order.carrierservicelevel_id);
  const carriers = useQuery({
    queryKey: ['carrier', 'active'],
    queryFn: () => service.carrier.list({ where: { active: true }, sort: 'name' }),
  });
  const levels = useQuery({
    queryKey: ['carrierservicelevel', carrierId],
    queryFn: () => service.carrierservicelevel.list({ where: { carrier_id: carrierId }, sort: 'name' }),
    enabled: carrierId !== null,
  });
  const error = carriers.error ?? levels.error;
  const carrier = carriers.data?.data.find(({ id }) => id === carrierId);
  const values = { carrier_id: carrierId ?? 0, carrierservicelevel_id: levelId };
  const isSame = carrierId === order.carrier_id && levelId === order.carrierservicelevel_id;
  const action = (client: Client) => client.salesorder.carrier(order.id, values);
  const change = carrier ? texts.does.carrier(order.carrier?.name ?? facts.none, carrier.name) : null;
  return (
    <CallForm
      {...{ values, action, onClose }}
      orderId={order.id}
      isReady={carrierId !== null && !isSame}
      button={texts.buttons.carrier}
    >
      {(faults) => (
        <>
          {error && <ProblemNotice error={error} />}
          <NativeSelect
            label={texts.carrier}
            data-autofocus
            value={carrierId ?? ''}
            error={faults.carrier_id}
            data={[
              ...(order.carrier_id === null ? [{ value: '', label: facts.none }] : []),
              ...(carriers.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => {
              setCarrier(currentTarget.value === '' ? null : Number(currentTarget.value));
              setLevel(null);
            }}
          />
          <NativeSelect
            label={texts.level}
            value={levelId ?? ''}
            error={faults.carrierservicelevel_id}
            data={[
              { value: '', label: texts.noLevel },
              ...(levels.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => setLevel(currentTarget.value === '' ? null : Number(currentTarget.value))}
          />
          <Effects
            of={[
              ...(change && carrierId !== order.carrier_id ? [change] : []),
              ...texts.does.carrierPlan,
              texts.does.outranks,
            ]}
          />
        </>
      )}
    </CallForm>
  );
}
