import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { BulkAction } from './actions.ts';
import { type OptionValues, taskIds } from './options.ts';

type Form = UseFormReturnType<OptionValues>;

/** The fields for the options of an action, and for the speed of the run. */
export function OptionFields({ action, form }: { readonly action: BulkAction; readonly form: Form }) {
  const { options } = useTexts().bulkRuns;
  const fields: { readonly [name in BulkAction]?: ReactNode } = {
    issue: <IssueFields form={form} />,
    hold: (
      <TextInput
        label={options.reason}
        description={options.reasonHint}
        required
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    ),
    autowork: (
      <Checkbox.Group label={options.steps} {...form.getInputProps('task_ids')}>
        <Group mt={4}>
          {Object.entries(taskIds).map(([task, id]) => (
            <Checkbox key={id} value={id} label={options.taskNames[task as keyof typeof taskIds]} />
          ))}
        </Group>
      </Checkbox.Group>
    ),
    pick: <PickFields form={form} />,
    print: <PrintFields form={form} />,
  };
  return (
    <>
      {fields[action]}
      <NumberField form={form} name="rate" label={options.rate} description={options.rateHint} />
    </>
  );
}

function IssueFields({ form }: { readonly form: Form }) {
  const { options } = useTexts().bulkRuns;
  return (
    <>
      <NativeSelect
        label={options.warnings}
        data={Object.entries(options.warningChoices).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('warnings')}
      />
      {form.values.warnings === 'possible' && (
        <Group grow>
          <TextInput type="datetime-local" label={options.notBefore} {...form.getInputProps('not_before')} />
          <TextInput type="datetime-local" label={options.giveUpAt} {...form.getInputProps('give_up_at')} />
        </Group>
      )}
    </>
  );
}

function PickFields({ form }: { readonly form: Form }) {
  const { options } = useTexts().bulkRuns;
  return (
    <>
      <NativeSelect
        label={options.by}
        data={Object.entries(options.byChoices).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('by')}
      />
      {form.values.by !== 'none' && (
        <Group grow align="flex-start">
          <NumberField form={form} name="max_orders" label={options.maxOrders} />
          <NumberField form={form} name="max_lines" label={options.maxLines} />
          <NumberField form={form} name="max_weight_g" label={options.maxWeight} />
        </Group>
      )}
    </>
  );
}

function PrintFields({ form }: { readonly form: Form }) {
  const { options } = useTexts().bulkRuns;
  return (
    <>
      <Checkbox.Group label={options.documents} {...form.getInputProps('documents')}>
        <Group mt={4}>
          {Object.entries(options.documentNames).map(([kind, label]) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox label={options.again} {...form.getInputProps('again', { type: 'checkbox' })} />
    </>
  );
}

function NumberField(props: {
  readonly form: Form;
  readonly name: 'rate' | 'max_orders' | 'max_lines' | 'max_weight_g';
  readonly label: string;
  readonly description?: string;
}) {
  const { form, name, ...words } = props;
  return <TextInput type="number" min={0} step="any" {...words} {...form.getInputProps(name)} />;
}
