import { Group, Text, Title } from '@mantine/core';
import type { CartonType } from '../../../client/browser.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { FlagField, TextField } from '../records/fields.tsx';
import { RecordLink } from '../records/links.tsx';
import { RecordList } from '../records/list-page.tsx';
import { NewRecord } from '../records/new-page.tsx';
import { RecordPage } from '../records/page.tsx';
import type { Column } from '../records/table.tsx';
import type { Form } from '../records/use-form.ts';
import { useSetupTexts } from '../texts/use-texts.ts';
import { type CartonTypeValues, cartonTypes, inner, outer } from './carton-type.ts';
import { BoxDrawing, sizeOf } from './drawing.tsx';

/** All carton types, each with a drawing in its proportions. */
export function CartonTypesPage() {
  const { cartonTypes: texts } = useSetupTexts();
  const { language } = useLanguage();
  const { fields } = texts;
  const grams = (weight: number | null) => weight !== null && `${weight.toLocaleString(language)} g`;
  const columns: Column<CartonType>[] = [
    {
      title: fields.name,
      sort: 'name',
      cell: ({ id, name }) => (
        <RecordLink kind={cartonTypes} id={id}>
          {name}
        </RecordLink>
      ),
    },
    { title: texts.drawing, isSecondary: true, cell: (type) => <Drawing values={cartonTypes.valuesOf(type)} small /> },
    { title: texts.inner, sort: 'inner_width_mm', cell: (type) => millimetres(inner.map((name) => type[name])) },
    {
      title: fields.empty_weight_g,
      sort: 'empty_weight_g',
      isNumber: true,
      isSecondary: true,
      cell: (type) => grams(type.empty_weight_g),
    },
    {
      title: fields.max_gross_weight_g,
      sort: 'max_gross_weight_g',
      isNumber: true,
      isSecondary: true,
      cell: (type) => grams(type.max_gross_weight_g),
    },
    {
      title: fields.supply,
      sort: 'supply',
      isNumber: true,
      cell: ({ supply }) => supply?.toLocaleString(language) ?? texts.unlimited,
    },
    {
      title: texts.state,
      sort: 'active',
      isSecondary: true,
      cell: ({ active }) => (active ? texts.active : texts.inactive),
    },
  ];
  return <RecordList kind={cartonTypes} texts={texts} columns={columns} />;
}

const millimetres = (sides: readonly (number | null)[]) =>
  sides.every((side) => side !== null) && `${sides.join(' × ')} mm`;

/** Makes a carton type. */
export function NewCartonTypePage() {
  const { cartonTypes: texts } = useSetupTexts();
  return <NewRecord kind={cartonTypes} texts={texts} fields={(form) => <CartonTypeFields form={form} />} />;
}

/** A carton type, to change it. */
export function CartonTypePage() {
  const { cartonTypes: texts } = useSetupTexts();
  return <RecordPage kind={cartonTypes} texts={texts} fields={(form) => <CartonTypeFields form={form} />} />;
}

function CartonTypeFields({ form }: { readonly form: Form<CartonTypeValues> }) {
  const { cartonTypes: texts } = useSetupTexts();
  return (
    <>
      <TextField form={form} name="name" required maxLength={100} />
      <Title order={2} size="h5">
        {texts.inner}
      </Title>
      <div className="record-columns">
        {inner.map((name) => (
          <TextField key={name} form={form} name={name} unit="mm" isNumber />
        ))}
        <Drawing values={form.values} />
      </div>
      <Title order={2} size="h5">
        {texts.outer}
      </Title>
      <Text size="sm">{texts.outerHint}</Text>
      <div className="record-columns">
        {outer.map((name) => (
          <TextField key={name} form={form} name={name} unit="mm" isNumber />
        ))}
      </div>
      <Title order={2} size="h5">
        {texts.weights}
      </Title>
      <div className="record-columns">
        <TextField form={form} name="empty_weight_g" unit="g" isNumber />
        <TextField form={form} name="max_gross_weight_g" unit="g" isNumber hint={texts.maxHint} />
        <TextField form={form} name="supply" isNumber hint={texts.supplyHint} />
      </div>
      <FlagField form={form} name="active" hint={texts.activeHint} />
    </>
  );
}

interface DrawingProps {
  readonly values: CartonTypeValues;
  readonly small?: boolean;
}

function Drawing({ values, small = false }: DrawingProps) {
  const { cartonTypes: texts } = useSetupTexts();
  const size = sizeOf(values);
  if (!size) return small ? null : <Text size="sm">{texts.noDrawing}</Text>;
  const sides = `${size.inner_width_mm} × ${size.inner_length_mm} × ${size.inner_depth_mm} mm`;
  return (
    <Group>
      <BoxDrawing size={size} extent={small ? 40 : 120} label={texts.drawingOf(sides)} />
    </Group>
  );
}
