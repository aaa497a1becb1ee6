import { Fieldset, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { DraftState } from './use-draft.ts';
import { addressFields, type HeadField } from './values.ts';

interface Props {
  readonly draft: DraftState;
}

/** Returns a function that gives a field its text, its fault, and what somebody else wrote into it. */
function useField({ typed, faults, theirs, setHead }: DraftState) {
  const { draft: texts } = useTexts();
  return (field: HeadField) => ({
    label: texts.fields[field],
    value: typed.head[field],
    error: faults[field],
    description: theirs[field] === undefined ? undefined : texts.theirs(theirs[field] || texts.blank),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setHead(field, currentTarget.value),
  });
}

export function AddressFields({ draft }: Props) {
  const { draft: texts } = useTexts();
  const field = useField(draft);
  return (
    <Fieldset legend={texts.shipTo} className="draft-fields">
      {addressFields.map((name) => (
        <TextInput
          key={name}
          className={name}
          {...(name === 'ship_country' ? { placeholder: texts.countryHint } : {})}
          {...field(name)}
        />
      ))}
    </Fieldset>
  );
}

export function ShippingFields({ draft }: Props) {
  const { draft: texts } = useTexts();
  const field = useField(draft);
  return (
    <Fieldset legend={texts.shipping} className="draft-fields">
      <CarrierFields draft={draft} />
      <NativeSelect
        {...field('priority')}
        data={Object.entries(texts.priorities).map(([value, label]) => ({ value, label }))}
      />
      <Textarea className="note" rows={2} {...field('note')} />
    </Fieldset>
  );
}

/** Carrier and service level belong together: another carrier has other levels. */
function CarrierFields({ draft }: Props) {
  const { draft: texts } = useTexts();
  const permits = usePermits();
  const field = useField(draft);
  const { data: carriers } = useQuery({
    queryKey: ['carrier', 'choice'],
    enabled: permits('carrier.read'),
    queryFn: async () =>
      (await client.carrier.list({ filter: 'active = true', sort: 'name', embed: 'servicelevels' })).data,
  });
  if (!carriers) return null;
  const { carrier_id: chosen } = draft.typed.head;
  const { carrier } = draft.order;
  const known = carrier && !carriers.some(({ id }) => id === carrier.id) ? [carrier, ...carriers] : carriers;
  const none = { value: '', label: texts.none };
  const levels = known.find(({ id }) => String(id) === chosen)?.servicelevels ?? [];
  return (
    <>
      <NativeSelect
        {...field('carrier_id')}
        data={[none, ...known.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={({ currentTarget }) => {
          draft.setHead('carrier_id', currentTarget.value);
          draft.setHead('carrierservicelevel_id', '');
        }}
      />
      <NativeSelect
        {...field('carrierservicelevel_id')}
        disabled={levels.length === 0}
        data={[none, ...levels.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
    </>
  );
}
