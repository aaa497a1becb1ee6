import { Badge, Group } from '@mantine/core';
import type { Carrier } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { FlagField, TextField } from '../records/fields.tsx';
import { RecordLink } from '../records/links.tsx';
import { RecordList } from '../records/list-page.tsx';
import { NewRecord } from '../records/new-page.tsx';
import { RecordPage } from '../records/page.tsx';
import type { Column } from '../records/table.tsx';
import type { Form } from '../records/use-form.ts';
import { useSetupTexts } from '../texts/use-texts.ts';
import { type CarrierValues, carriers } from './carrier.ts';
import { ServiceLevels } from './service-levels.tsx';

/** All carriers with their service levels. */
export function CarriersPage() {
  const { carriers: texts } = useSetupTexts();
  const { fields } = texts;
  const permits = usePermits();
  const columns: Column<Carrier>[] = [
    {
      title: fields.name,
      sort: 'name',
      cell: ({ id, name, default: isDefault }) => (
        <Group gap="xs">
          <RecordLink kind={carriers} id={id}>
            {name}
          </RecordLink>
          {isDefault && (
            <Badge size="sm" variant="light" tt="none" miw="max-content">
              {texts.isDefault}
            </Badge>
          )}
        </Group>
      ),
    },
    { title: fields.scac, sort: 'scac', isSecondary: true, cell: ({ scac }) => scac },
    ...(permits('carrierservicelevel.read')
      ? [
          {
            title: texts.levels,
            cell: ({ servicelevels = [] }: Carrier) => servicelevels.map((one) => one.name).join(', '),
          },
        ]
      : []),
    { title: texts.state, sort: 'active', cell: ({ active }) => (active ? texts.active : texts.inactive) },
  ];
  return <RecordList kind={carriers} texts={texts} columns={columns} />;
}

/** Makes a carrier. Its page then takes the service levels. */
export function NewCarrierPage() {
  const { carriers: texts } = useSetupTexts();
  return <NewRecord kind={carriers} texts={texts} fields={(form) => <CarrierFields form={form} />} />;
}

/** A carrier with its service levels, to change both. */
export function CarrierPage() {
  const { carriers: texts } = useSetupTexts();
  return (
    <RecordPage kind={carriers} texts={texts} fields={(form) => <CarrierFields form={form} />}>
      {({ id }) => <ServiceLevels carrierId={id} />}
    </RecordPage>
  );
}

function CarrierFields({ form }: { readonly form: Form<CarrierValues> }) {
  const { carriers: texts } = useSetupTexts();
  return (
    <>
      <div className="record-columns">
        <TextField form={form} name="name" required maxLength={100} hint={texts.nameHint} />
        <TextField form={form} name="scac" maxLength={10} hint={texts.scacHint} />
      </div>
      <TextField
        form={form}
        name="tracking_url"
        type="url"
        maxLength={500}
        hint={texts.trackingHint}
        placeholder="https://carrier.example/track/{tracking_number}"
      />
      <FlagField form={form} name="default" hint={texts.defaultHint} />
      <FlagField form={form} name="active" />
    </>
  );
}
