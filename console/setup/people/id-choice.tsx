import { Checkbox, Input, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Theirs } from '../records/fields.tsx';
import type { Values } from '../records/kind.ts';
import { useRecordTexts } from '../records/texts/use-texts.ts';
import type { Form } from '../records/use-form.ts';

/** A record that can be chosen. */
export interface Choice {
  readonly id: number;
  readonly name: string;
  /** Whether it can be added. One that is chosen already can be taken away all the same. */
  readonly isOffered: boolean;
}

interface IdChoiceProps<V extends Values> {
  readonly form: Form<V>;
  readonly name: keyof V & string;
  readonly choices: readonly Choice[];
  readonly hint: ReactNode;
  readonly onChange: (ids: readonly number[]) => void;
}

/** Number of choices that needs no search. */
const fewChoices = 12;

/** Chooses several records of one kind. */
export function IdChoice<V extends Values>({ form, name, choices, hint, onChange }: IdChoiceProps<V>) {
  const { search, noMatch } = useRecordTexts();
  const label = useId();
  const [typed, setTyped] = useState('');
  const chosen = form.values[name] as readonly number[];
  const error = form.faultOf(name);
  const words = typed.trim().toLowerCase();
  const shown = choices.filter(
    (one) => (one.isOffered || chosen.includes(one.id)) && one.name.toLowerCase().includes(words),
  );
  const nameOf = (id: number) => choices.find((one) => one.id === id)?.name ?? String(id);
  const toggle = (id: number, isOn: boolean) =>
    onChange((isOn ? [...chosen, id] : chosen.filter((one) => one !== id)).toSorted((one, other) => one - other));
  return (
    <Stack gap="xs" role="group" aria-labelledby={label}>
      <Input.Label labelElement="div" id={label}>
        {form.labels[name]}
      </Input.Label>
      <Text size="xs">{hint}</Text>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <Theirs {...{ form, name }} words={(ids) => (ids as readonly number[]).map(nameOf).join(', ')} />
      {choices.length > fewChoices && (
        <TextInput
          type="search"
          aria-label={search}
          placeholder={search}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {shown.length === 0 && <Text size="sm">{noMatch}</Text>}
      {shown.map(({ id, name: words }) => (
        <Checkbox
          key={id}
          size="sm"
          label={words}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
