import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Printer } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { devicePrinters, keepDevicePrinter, kindOfPaper, type Paper, papers } from './device-printers.ts';

/**
 * Where this device prints labels, and where slips: the browser, or a printer at the site. Without printers there
 * is no choice.
 */
export function PrinterChoice({ siteId }: { readonly siteId: number | null }) {
  const permits = usePermits();
  const mayPrint = permits('document.create') && permits('document.read');
  const { data: printers = [] } = useQuery({
    queryKey: ['work', 'printers'],
    queryFn: () => client.printer.get(),
    enabled: mayPrint,
  });
  if (!mayPrint) return null;
  return (
    <Stack gap="xs">
      {papers.map((paper) => (
        <OfPaper key={paper} paper={paper} names={namesFor(printers, paper, siteId)} />
      ))}
    </Stack>
  );
}

const namesFor = (printers: readonly Printer[], paper: Paper, siteId: number | null): string[] =>
  printers
    .filter(({ kinds, site, site_id }) => kinds.includes(kindOfPaper[paper]) && (site === null || site_id === siteId))
    .map(({ name }) => name);

function OfPaper({ paper, names }: { readonly paper: Paper; readonly names: readonly string[] }) {
  const texts = useWorkTexts();
  const [chosen, setChosen] = useState(() => devicePrinters()[paper] ?? null);
  // A printer that is removed, or at another site, stays in view: the device still prints there.
  const all = chosen === null || names.includes(chosen) ? names : [...names, chosen];
  if (all.length === 0) return null;
  return (
    <NativeSelect
      size="lg"
      label={texts.printOn[paper]}
      value={chosen ?? ''}
      data={[{ value: '', label: texts.thisBrowser }, ...all.map((name) => ({ value: name, label: name }))]}
      onChange={({ currentTarget }) => {
        const name = currentTarget.value || null;
        keepDevicePrinter(paper, name);
        setChosen(name);
      }}
    />
  );
}
