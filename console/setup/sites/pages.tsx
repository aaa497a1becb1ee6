import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Site } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { ChoiceField, TextField } from '../records/fields.tsx';
import { RecordLink } from '../records/links.tsx';
import { RecordList } from '../records/list-page.tsx';
import { NewRecord } from '../records/new-page.tsx';
import { RecordPage } from '../records/page.tsx';
import type { Column } from '../records/table.tsx';
import type { Form } from '../records/use-form.ts';
import { useSetupTexts } from '../texts/use-texts.ts';
import { type SiteValues, sites } from './site.ts';

/** All sites. */
export function SitesPage() {
  const { sites: texts } = useSetupTexts();
  const { fields, kinds } = texts;
  const columns: Column<Site>[] = [
    {
      title: fields.name,
      sort: 'name',
      cell: ({ id, name }) => (
        <RecordLink kind={sites} id={id}>
          {name}
        </RecordLink>
      ),
    },
    { title: fields.sitetype_id, sort: 'sitetype_id', cell: ({ sitetype_id: type }) => kinds[type] },
    { title: fields.city, sort: 'city', cell: ({ city }) => city },
    { title: fields.country, sort: 'country', isSecondary: true, cell: ({ country }) => country },
    { title: fields.time_zone, sort: 'time_zone', isSecondary: true, cell: (site) => site.time_zone },
  ];
  return <RecordList kind={sites} texts={texts} columns={columns} />;
}

/** Makes a site. */
export function NewSitePage() {
  const { sites: texts } = useSetupTexts();
  return <NewRecord kind={sites} texts={texts} fields={(form) => <SiteFields form={form} />} />;
}

/** A site, to change it. */
export function SitePage() {
  const { sites: texts } = useSetupTexts();
  const permits = usePermits();
  return (
    <RecordPage kind={sites} texts={texts} fields={(form) => <SiteFields form={form} />}>
      {({ id }) => permits('location.read') && <ToLocations siteId={id} />}
    </RecordPage>
  );
}

function SiteFields({ form }: { readonly form: Form<SiteValues> }) {
  const { sites: texts } = useSetupTexts();
  const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));
  return (
    <>
      <TextField form={form} name="name" required maxLength={100} />
      <div className="record-columns">
        <ChoiceField form={form} name="sitetype_id" data={kinds} />
        <TextField
          form={form}
          name="time_zone"
          hint={texts.timeZoneHint}
          maxLength={100}
          options={Intl.supportedValuesOf('timeZone')}
        />
        <TextField form={form} name="currency_digits" hint={texts.currencyHint} isNumber />
      </div>
      <Title order={2} size="h5">
        {texts.address}
      </Title>
      <TextField form={form} name="address_1" maxLength={200} />
      <TextField form={form} name="address_2" maxLength={200} />
      <div className="record-columns">
        <TextField form={form} name="postal_code" maxLength={30} />
        <TextField form={form} name="city" maxLength={100} />
        <TextField form={form} name="region" maxLength={100} />
        <TextField form={form} name="country" hint={texts.countryHint} maxLength={100} />
      </div>
      <Title order={2} size="h5">
        {texts.contact}
      </Title>
      <div className="record-columns">
        <TextField form={form} name="contact_name" maxLength={200} />
        <TextField form={form} name="email" type="email" maxLength={254} />
        <TextField form={form} name="phone" type="tel" maxLength={50} />
      </div>
    </>
  );
}

function ToLocations({ siteId }: { readonly siteId: number }) {
  const { sites: texts } = useSetupTexts();
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/setup/locations" search={{ filter: `site_id = ${siteId}` }} {...props} />}
    >
      {texts.locations}
    </Anchor>
  );
}
