import '../records/records.css';
import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Verify, VerifyPart } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ago, moment } from '../../ground/time.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { SetupHead } from '../head.tsx';
import { useSetupTexts } from '../texts/use-texts.ts';
import { Findings } from './findings.tsx';
import { type PartRun, partsKey, usePartRun } from './part-run.ts';
import { dueParts, findingsOf } from './parts.ts';

/** Checks whether stock, work, counters and states agree: at once, or in parts. */
export function VerifyPage() {
  const { verify: texts } = useSetupTexts();
  return (
    <Stack maw={1000}>
      <SetupHead title={texts.title} />
      <Text size="sm">{texts.explained}</Text>
      <Everything />
      <Parts />
    </Stack>
  );
}

interface Checked extends Verify {
  /** When the answer came, as an ISO time. */
  readonly at: string;
}

function Everything() {
  const { verify: texts } = useSetupTexts();
  const { language } = useLanguage();
  const [checked, setChecked] = useState<Checked | null>(null);
  return (
    <Stack gap="xs">
      <Group>
        <CallButton
          action={(calls) => calls.verify.get()}
          onDone={(answer) => setChecked({ ...answer, at: new Date().toISOString() })}
          onRefused={() => setChecked(null)}
        >
          {texts.all}
        </CallButton>
      </Group>
      <Text size="sm">{texts.allHint}</Text>
      {checked?.violations.length === 0 && (
        <Alert color="green" role="status">
          {texts.holds(checked.rules, moment(checked.at, language))}
        </Alert>
      )}
      {checked && checked.violations.length > 0 && <Findings violations={checked.violations} />}
    </Stack>
  );
}

function Parts() {
  const { verify: texts } = useSetupTexts();
  const run = usePartRun();
  const { data, error, refetch } = useQuery({
    queryKey: partsKey,
    queryFn: () => client.verify.part.get(),
    // While this page checks, its own answers are newer.
    refetchInterval: run.part === null ? 10_000 : false,
  });
  const broken = findingsOf(data ?? []);
  return (
    <Stack component="section" gap="xs" aria-labelledby="parts">
      <Title order={2} size="h4" id="parts">
        {texts.parts}
      </Title>
      <Text size="sm">{texts.partsHint}</Text>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <Group gap="sm">
            <Button variant="default" disabled={run.part !== null} onClick={() => void run.start(dueParts(data))}>
              {texts.checkAll}
            </Button>
            {run.part !== null && (
              <Button variant="default" onClick={run.stop}>
                {texts.stop}
              </Button>
            )}
            <Text size="sm" role="status">
              {run.part !== null && texts.soFar(texts.partNames[run.part] ?? run.part)}
              {run.part === null && run.wasStopped && texts.stopped}
            </Text>
          </Group>
          {run.error !== null && <ProblemNotice error={run.error} />}
          <PartTable parts={data} run={run} />
          {broken.length > 0 && <Findings violations={broken} />}
        </>
      )}
    </Stack>
  );
}

function PartTable({ parts, run }: { readonly parts: readonly VerifyPart[]; readonly run: PartRun }) {
  const { verify: texts } = useSetupTexts();
  const { language } = useLanguage();
  return (
    <section className="records" tabIndex={0} aria-label={texts.parts}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.part}</th>
            <th scope="col" className="number secondary">
              {texts.orders}
            </th>
            <th scope="col">{texts.finished}</th>
            <th scope="col">{texts.findings}</th>
            <th scope="col" aria-label={texts.check} />
          </tr>
        </thead>
        <tbody>
          {parts.map((one) => {
            const { part, orders, finished_at: at, violations } = one;
            const name = texts.partNames[part] ?? part;
            return (
              <tr key={part}>
                <td>{name}</td>
                <td className="number secondary">
                  {/*
                   * Orders that were checked so far. Stock has no such count, and a part that was not started is
                   * not empty.
                   */}
                  {part === 'stock' || (at === null && orders === 0) ? '' : orders.toLocaleString(language)}
                </td>
                <td>
                  {at === null ? (
                    texts.notYet
                  ) : (
                    <time dateTime={at} title={moment(at, language)}>
                      {ago(at, language)}
                    </time>
                  )}
                </td>
                <td>{violations.length > 0 ? texts.broken(violations.length) : at !== null && texts.none}</td>
                <td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={texts.checkPart(name)}
                    disabled={run.part !== null}
                    onClick={() => void run.start([one])}
                  >
                    {texts.check}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
