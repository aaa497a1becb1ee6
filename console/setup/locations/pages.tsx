import { Badge, Group, Text } from '@mantine/core';
import type { Location } from '../../../client/browser.ts';
import { useSession } from '../../ground/session.ts';
import { PrintLabels } from '../labels.tsx';
import { ChoiceField, FlagField, TextField } from '../records/fields.tsx';
import { RecordLink } from '../records/links.tsx';
import { RecordList } from '../records/list-page.tsx';
import { NewRecord } from '../records/new-page.tsx';
import { RecordPage } from '../records/page.tsx';
import type { Shown } from '../records/searched-records.tsx';
import type { Column } from '../records/table.tsx';
import type { Form } from '../records/use-form.ts';
import { useSetupTexts } from '../texts/use-texts.ts';
import { labelOf, labelsOf, mostLabels, withLabels } from './label-request.ts';
import { isCarton, type LocationValues, locations, types } from './location.ts';
import { useSiteChoices } from './sites.ts';

/** All locations but cartons, which packing makes and removes, with labels to print: of one, or of all that the search finds. */
export function LocationsPage() {
  const { locations: texts } = useSetupTexts();
  const { fields, types: names } = texts;
  const columns: Column<Location>[] = [
    {
      title: fields.name,
      sort: 'name',
      cell: ({ id, name }) => (
        <RecordLink kind={locations} id={id}>
          {name}
        </RecordLink>
      ),
    },
    { title: fields.barcode, sort: 'barcode', isSecondary: true, cell: ({ barcode }) => barcode },
    { title: fields.site_id, sort: 'site_id', cell: ({ site, site_id }) => site?.name ?? `#${site_id}` },
    {
      title: fields.locationtype_id,
      sort: 'locationtype_id',
      isSecondary: true,
      cell: ({ locationtype_id: type }) => names[type],
    },
    { title: texts.state, sort: 'active', isSecondary: true, cell: ({ active }) => <Active isActive={active} /> },
    {
      title: texts.label,
      cell: ({ id, name }) => (
        <PrintLabels size="compact-xs" request={labelOf(id)} label={texts.printOne(name)}>
          {texts.print}
        </PrintLabels>
      ),
    },
  ];
  return (
    <RecordList
      kind={locations}
      texts={texts}
      columns={columns}
      within={withLabels}
      actions={(shown) => <PrintAll shown={shown} />}
    />
  );
}

function PrintAll({ shown: { filter, total } }: { readonly shown: Shown }) {
  const { locations: texts } = useSetupTexts();
  if (total === 0) return null;
  if (total > mostLabels) return <Text size="sm">{texts.tooMany(mostLabels)}</Text>;
  return (
    <PrintLabels size="compact-sm" request={labelsOf(filter)}>
      {texts.printAll(total)}
    </PrintLabels>
  );
}

function Active({ isActive }: { readonly isActive: boolean }) {
  const { locations: texts } = useSetupTexts();
  return (
    <Badge color={isActive ? 'green' : 'gray'} variant="dot" size="sm" tt="none" miw="max-content">
      {isActive ? texts.active : texts.inactive}
    </Badge>
  );
}

/** Makes a location. */
export function NewLocationPage() {
  const { locations: texts } = useSetupTexts();
  return <NewRecord kind={locations} texts={texts} fields={(form) => <LocationFields form={form} />} />;
}

/** A location, to change it and to print its label. */
export function LocationPage() {
  const { locations: texts } = useSetupTexts();
  return (
    <RecordPage
      kind={locations}
      texts={texts}
      isFixed={isCarton}
      fields={(form, record) => <LocationFields form={form} present={record} />}
    >
      {(record) =>
        isCarton(record) ? (
          <Text size="sm">{texts.isCarton}</Text>
        ) : (
          <Group>
            <PrintLabels request={labelOf(record.id)}>{texts.printLabel}</PrintLabels>
          </Group>
        )
      }
    </RecordPage>
  );
}

interface LocationFieldsProps {
  readonly form: Form<LocationValues>;
  /** The location to change; it stays at its site and of its type. */
  readonly present?: Location;
}

function LocationFields({ form, present }: LocationFieldsProps) {
  const { locations: texts } = useSetupTexts();
  const choices = useSiteChoices();
  const session = useSession();
  const current = choices.find(({ value }) => value === String(session?.site_id));
  const site = present && { value: String(present.site_id), label: present.site?.name ?? `#${present.site_id}` };
  const isChosen = session?.site_id === null;
  const none = { value: '', label: isChosen ? texts.chooseSite : texts.currentSite(current?.label ?? '') };
  const kinds = [types.storage, types.moving, ...(present && isCarton(present) ? [types.carton] : [])];
  return (
    <>
      <TextField form={form} name="name" required maxLength={100} hint={texts.nameHint} />
      <TextField form={form} name="barcode" maxLength={100} hint={texts.barcodeHint} />
      <div className="record-columns">
        <ChoiceField form={form} name="site_id" data={site ? [site] : [none, ...choices]} disabled={!form.isNew} />
        <ChoiceField
          form={form}
          name="locationtype_id"
          data={kinds.map((type) => ({ value: String(type), label: texts.types[type] ?? '' }))}
          disabled={!form.isNew}
        />
      </div>
      <FlagField form={form} name="active" hint={texts.activeHint} />
    </>
  );
}
