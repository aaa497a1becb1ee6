import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { NextCall } from './call-words.ts';

export interface NextFormProps {
  readonly call: NextCall;
  readonly orderId: number;
  readonly onClose: () => void;
}

/** Changes the address that the call names. The carrier then is asked again. */
export function AddressForm({ call: { path, body }, orderId, onClose }: NextFormProps) {
  const texts = useTexts().order.next;
  const [values, setValues] = useState(body as Readonly<Record<string, string | null>>);
  const action = (client: Client) => client.request({ method: 'PUT', path, body: values });
  return (
    <CallForm {...{ orderId, values, action, onClose }} button={texts.addressTitle}>
      {(faults) =>
        Object.entries(values).map(([name, value]) => (
          <TextInput
            key={name}
            label={texts.fields[name] ?? name}
            value={value ?? ''}
            error={faults[name]}
            onChange={({ currentTarget }) => {
              const text = currentTarget.value;
              setValues((before) => ({ ...before, [name]: text === '' ? null : text }));
            }}
          />
        ))
      }
    </CallForm>
  );
}
