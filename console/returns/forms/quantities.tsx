import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface QuantityFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** How many units of something. */
export function QuantityField({ label, text, onType }: QuantityFieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}

/** Values of rows of a form, by the id of the row: those that somebody typed, in front of the first ones. */
export function useRows<Values extends object>(first: (id: number) => Values) {
  const [typed, setTyped] = useState<ReadonlyMap<number, Partial<Values>>>(new Map());
  const valuesOf = (id: number): Values => ({ ...first(id), ...typed.get(id) });
  const set = (id: number, values: Partial<Values>) =>
    setTyped((before) => new Map(before).set(id, { ...before.get(id), ...values }));
  return { valuesOf, set };
}
