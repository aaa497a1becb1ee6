import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import { type NextFormProps, sending } from './call-form-props.ts';

/** Changes the address that the call names. The carrier's plugin then checks the order again. */
export function AddressForm(props: NextFormProps) {
  const { call, shown, onClose } = props;
  const orderId = shown.order.id;
  const { order, draft } = useTexts();
  const labels: Readonly<Record<string, string>> = draft.fields;
  const [values, setValues] = useState(call.body as Readonly<Record<string, string | null>>);
  const action = sending(props, values);
  return (
    <CallForm {...{ orderId, values, action, onClose }} button={order.next.addressTitle}>
      {(faults) =>
        Object.entries(values).map(([name, value]) => (
          <TextInput
            key={name}
            label={labels[name] ?? name}
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
