import '../work.css';
import { Anchor, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { queries } from '../../ground/queries.ts';
import { sessionKey, usePermits, useSession } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { CameraButton } from '../../scanner/camera/button.tsx';
import { ScanField } from '../../scanner/scan-field.tsx';
import { Choice } from '../choice.tsx';
import { PendingBar } from '../pending-bar.tsx';
import { PrinterChoice } from '../print/printer-choice.tsx';
import { useSending } from '../queue/use-queue.ts';
import { readAll } from '../read-all.ts';
import { RefusalBanner } from '../refusal-banner.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, VerdictBanner } from '../verdict.tsx';
import { OpenByScan } from './open-by-scan.ts';
import { PickupQueue } from './pickup-queue.tsx';
import { PutBackLink, PutBackQueue } from './put-back-queue.tsx';
import { Queue } from './queue.tsx';
import { callsOf, steps } from './steps.ts';

/** Where work begins: the site, the step, the lists that are open, and the orders that wait for one. A scan opens what it names. */
export function WorkPage() {
  const texts = useWorkTexts();
  const permits = usePermits();
  const verdicts = useVerdicts();
  const navigate = useNavigate();
  const allowed = [
    ...steps.filter((step) => permits(callsOf[step].reads)),
    ...(permits('pickup.read') ? (['pickup'] as const) : []),
  ];
  const { step: chosen } = useSearch({ from: '/frame/work' });
  const isPuttingBack = chosen === 'putback' && permits('putback.read');
  const step = isPuttingBack ? 'putback' : (allowed.find((one) => one === chosen) ?? allowed[0]);
  const title = isPuttingBack ? texts.putBack.list : texts.title;
  useTitle(title);
  const session = useSession();
  const siteId = session?.site_id ?? null;
  useSending();
  return (
    <Stack className="work" gap="sm">
      <Title order={1} size="h2">
        {title}
      </Title>
      <OpenByScan step={steps.find((one) => one === step) ?? null} siteId={siteId} verdicts={verdicts} />
      <RefusalBanner />
      <VerdictBanner verdicts={verdicts} />
      <SiteChoice siteId={siteId} allowed={session?.site_ids ?? null} />
      {step === undefined && <Text>{texts.noRights}</Text>}
      {step && (
        <Choice
          name={texts.step}
          value={step === 'putback' ? null : step}
          onChange={(next) => void navigate({ to: '/work', search: { step: next }, replace: true })}
          choices={allowed.map((value) => ({ value, label: texts.queues[value] }))}
        />
      )}
      {siteId !== null && !isPuttingBack && <PutBackLink siteId={siteId} />}
      {siteId !== null &&
        step &&
        (step === 'putback' ? (
          <PutBackQueue siteId={siteId} verdicts={verdicts} />
        ) : step === 'pickup' ? (
          <PickupQueue siteId={siteId} verdicts={verdicts} />
        ) : (
          <Queue key={step} step={step} siteId={siteId} />
        ))}
      {siteId !== null && <PrinterChoice siteId={siteId} />}
      <Anchor component={Link} to="/work/scan-test">
        {texts.scanTest}
      </Anchor>
      <div className="work-foot">
        <PendingBar userId={session?.user.id} />
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

interface SiteChoiceProps {
  readonly siteId: number | null;
  /** The sites where the user may work; null for all. */
  readonly allowed: readonly number[] | null;
}

/** The site where the user works. It is of the session: another browser may be at another site. */
function SiteChoice({ siteId, allowed }: SiteChoiceProps) {
  const texts = useWorkTexts();
  const mayRead = usePermits()('site.read');
  const { data, error } = useQuery({
    queryKey: ['work', 'sites'],
    queryFn: () => readAll(client.site.each({ sort: 'name' }), 1_000),
    enabled: mayRead,
  });
  const sites = data?.filter(({ id }) => allowed === null || allowed.includes(id)) ?? [];
  // A single site needs no choice.
  const only = sites.length === 1 ? sites[0] : undefined;
  useEffect(() => {
    if (siteId === null && only) void chooseSite(only.id);
  }, [siteId, only]);
  if (error) return <ProblemNotice error={error} />;
  if (siteId === null && (!mayRead || (data && sites.length === 0))) return <Text>{texts.noSite}</Text>;
  if (!data || only || !mayRead) return null;
  const choices = sites.map(({ id, name }) => ({ value: `${id}`, label: name }));
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
