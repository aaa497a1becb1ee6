import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Values } from './kind.ts';
import { useRecordTexts } from './texts/use-texts.ts';
import type { Form } from './use-form.ts';

/** Fields of a form by the names of its values. The form supplies labels, faults and the values of others. */

interface FieldProps<V extends Values> {
  readonly form: Form<V>;
  readonly name: keyof V & string;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

interface TextFieldProps<V extends Values> extends FieldProps<V> {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  readonly maxLength?: number;
  /** The unit of a number, such as mm. */
  readonly unit?: string;
  readonly isNumber?: boolean;
  /** How the browser may complete it; by default not at all: the record is of somebody else. */
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly rows?: number;
  /** Values that the browser offers while somebody types. */
  readonly options?: readonly string[];
}

/** Returns what fields of all kinds have. */
const useCommon = <V extends Values>({ form, name, hint, required, disabled }: FieldProps<V>) => ({
  label: form.labels[name] ?? name,
  error: form.faultOf(name),
  ...(hint === undefined ? {} : { description: hint }),
  ...(required === undefined ? {} : { required }),
  ...(disabled === undefined ? {} : { disabled }),
});

/** A line of text, or several with `rows`. */
export function TextField<V extends Values>(props: TextFieldProps<V>) {
  const {
    form,
    name,
    type = 'text',
    maxLength,
    unit,
    isNumber,
    autoComplete = 'off',
    placeholder,
    rows,
    options,
  } = props;
  const list = useId();
  const value = String(form.values[name] ?? '');
  const common = {
    ...useCommon(props),
    ...{ value, autoComplete },
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(placeholder === undefined ? {} : { placeholder }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.set({ [name]: currentTarget.value } as Partial<V>),
  };
  return (
    <div>
      {rows === undefined ? (
        <TextInput
          {...common}
          type={type}
          {...(options ? { list } : {})}
          {...(isNumber ? { inputMode: 'decimal' } : {})}
          {...(unit === undefined ? {} : { rightSection: <Text size="sm">{unit}</Text>, rightSectionWidth: 48 })}
        />
      ) : (
        <Textarea {...common} rows={rows} />
      )}
      {options && (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <Theirs {...{ form, name }} />
    </div>
  );
}

interface ChoiceFieldProps<V extends Values> extends FieldProps<V> {
  /** The choices: values with their words. */
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

/** One of several values. */
export function ChoiceField<V extends Values>(props: ChoiceFieldProps<V>) {
  const { form, name, data } = props;
  return (
    <div>
      <NativeSelect
        {...useCommon(props)}
        data={[...data]}
        value={String(form.values[name] ?? '')}
        onChange={({ currentTarget }) => form.set({ [name]: currentTarget.value } as Partial<V>)}
      />
      <Theirs {...{ form, name }} words={(value) => data.find((one) => one.value === value)?.label} />
    </div>
  );
}

/** Yes or no. */
export function FlagField<V extends Values>(props: FieldProps<V>) {
  const { form, name } = props;
  const texts = useRecordTexts();
  return (
    <div>
      <Checkbox
        {...useCommon(props)}
        checked={form.values[name] === true}
        onChange={({ currentTarget }) => form.set({ [name]: currentTarget.checked } as Partial<V>)}
      />
      <Theirs {...{ form, name }} words={(value) => (value === true ? texts.yes : texts.no)} />
    </div>
  );
}

interface TheirsProps<V extends Values> {
  readonly form: Form<V>;
  readonly name: keyof V & string;
  /** The words for a value; by default itself. */
  readonly words?: (value: unknown) => string | undefined;
}

/** A value that another user wrote into a field at the same time. */
export function Theirs<V extends Values>({ form, name, words }: TheirsProps<V>) {
  const texts = useRecordTexts();
  const theirs = form.theirsOf(name);
  if (theirs === undefined) return null;
  return (
    <Text size="sm" className="address">
      {texts.theirs(words?.(theirs) ?? (String(theirs) || texts.nothing))}
    </Text>
  );
}
