import '../work.css';
import { Anchor, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../../ground/client.ts';
import { queries } from '../../ground/queries.ts';
import { sessionKey, usePermits, useSession } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { CameraButton } from '../../scanner/camera/button.tsx';
import { ScanField } from '../../scanner/scan-field.tsx';
import { Choice } from '../choice.tsx';
import { PrinterChoice } from '../print/printer-choice.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, VerdictBanner } from '../verdict.tsx';
import { PickupQueue } from './pickup-queue.tsx';
import { Queue } from './queue.tsx';
import { callsOf, steps } from './steps.ts';
import { useOpenByScan } from './use-open-by-scan.ts';

/** Where work begins: the site, the step, the lists that are open, and the orders that wait for one. A scan opens what it names. */
export function WorkPage() {
  const texts = useWorkTexts();
  const permits = usePermits();
  const verdicts = useVerdicts();
  const navigate = useNavigate();
  useTitle(texts.title);
  const allowed = [
    ...steps.filter((step) => permits(callsOf[step].reads)),
    ...(permits('pickup.read') ? (['pickup'] as const) : []),
  ];
  const { step: chosen } = useSearch({ from: '/frame/work' });
  const step = allowed.find((one) => one === chosen) ?? allowed[0];
  const siteId = useSession()?.site_id ?? null;
  useOpenByScan(step === 'pickup' ? null : (step ?? null), siteId, verdicts);
  return (
    <Stack className="work" gap="sm">
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <VerdictBanner verdicts={verdicts} />
      <SiteChoice siteId={siteId} />
      {step === undefined && <Text>{texts.noRights}</Text>}
      {step && (
        <Choice
          name={texts.step}
          value={step}
          onChange={(next) => void navigate({ to: '/work', search: { step: next }, replace: true })}
          choices={allowed.map((value) => ({ value, label: texts.queues[value] }))}
        />
      )}
      {siteId !== null &&
        step &&
        (step === 'pickup' ? (
          <PickupQueue siteId={siteId} verdicts={verdicts} />
        ) : (
          <Queue key={step} step={step} siteId={siteId} />
        ))}
      <PrinterChoice siteId={siteId} />
      <Anchor component={Link} to="/work/scan-test">
        {texts.scanTest}
      </Anchor>
      <div className="work-foot">
        <Group gap="xs" wrap="nowrap">
          <ScanField />
          <CameraButton />
        </Group>
      </div>
    </Stack>
  );
}

async function chooseSite(id: number): Promise<void> {
  await client.session.update({ site_id: id });
  await queries.invalidateQueries({ queryKey: sessionKey });
}

/** The site where the user works. It is of the session: another browser may be at another site. */
function SiteChoice({ siteId }: { readonly siteId: number | null }) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const { data } = useQuery({
    queryKey: ['work', 'sites'],
    queryFn: () => client.site.list({ perPage: 100, sort: 'name' }),
    enabled: permits('site.read'),
  });
  const [only] = data?.total === 1 ? data.data : [];
  useEffect(() => {
    // Nobody chooses among one.
    if (siteId === null && only) void chooseSite(only.id);
  }, [siteId, only]);
  if (!data || only) return null;
  const choices = data.data.map(({ id, name }) => ({ value: `${id}`, label: name }));
  const none = siteId === null ? [{ value: '', label: texts.chooseSite }] : [];
  return (
    <NativeSelect
      size="lg"
      label={texts.site}
      value={siteId === null ? '' : `${siteId}`}
      data={[...none, ...choices]}
      onChange={({ currentTarget }) => void chooseSite(Number(currentTarget.value))}
    />
  );
}
