import { Button } from '@mantine/core';

export interface ChoiceProps<Value extends string> {
  readonly name: string;
  /** Null where none of them is chosen. */
  readonly value: Value | null;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice from a few values, as buttons that fill the width. */
export function Choice<Value extends string>({ name, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <Button.Group aria-label={name}>
      {choices.map((choice) => (
        <Button
          key={choice.value}
          fullWidth
          size="lg"
          px={4}
          variant={choice.value === value ? 'filled' : 'default'}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </Button>
      ))}
    </Button.Group>
  );
}
