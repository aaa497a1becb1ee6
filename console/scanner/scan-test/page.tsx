import '../../work/work.css';
import { Button, Code, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Barcode, readBarcode } from '../../../lib/barcodes/read.ts';
import { usePermits } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { Printed } from '../../work/print/printed.tsx';
import { makeDocuments, usePrinting } from '../../work/print/use-printing.ts';
import { CameraButton } from '../camera/button.tsx';
import { areSoundsOn, give, setSounds } from '../feedback.ts';
import { ScanField } from '../scan-field.tsx';
import { useScans } from '../scans.ts';
import { keepScannerSettings, type ScannerSettings, scannerSettings, usualSettings } from '../settings.ts';
import { useScannerTexts } from '../texts/use-texts.ts';
import { type Report, reportOf, type Signal } from './record.ts';
import { record, shown } from './recorder.ts';

/** Milliseconds of silence that somebody can set. */
const [shortestSilence, longestSilence] = [30, 1_000];

interface Scanned {
  readonly barcode: Barcode;
  readonly signals: readonly Signal[];
  readonly report: Report;
}

/** Shows what a scanner sends, what Conveyor reads out of it, and what to set. */
export function ScanTestPage() {
  const texts = useScannerTexts();
  const signals = useRef<readonly Signal[]>([]);
  const [scanned, setScanned] = useState<Scanned | null>(null);
  useTitle(texts.test.title);
  useEffect(
    () =>
      record((next) => {
        signals.current = next;
      }),
    [],
  );
  useScans(({ text }) => {
    const barcode = readBarcode(text, new Date().getFullYear());
    setScanned({ barcode, signals: signals.current, report: reportOf(signals.current, barcode.gs1?.lot != null) });
    give('counted');
  });
  return (
    <Stack className="work" gap="sm">
      <Title order={1} size="h2">
        {texts.test.title}
      </Title>
      <Text>{texts.test.what}</Text>
      {scanned ? <Result {...scanned} /> : <Text>{texts.test.nothing}</Text>}
      <Settings />
      <Sounds />
      <CommandSheet />
      <div className="work-foot">
        <Group gap="xs" wrap="nowrap">
          <ScanField />
          <CameraButton />
        </Group>
      </div>
    </Stack>
  );
}

function Result({ barcode, signals, report }: Scanned) {
  const texts = useScannerTexts().test;
  const { gs1 } = barcode;
  const values = gs1 && Object.entries(gs1).filter(([name, value]) => name !== 'elements' && value !== null);
  return (
    <section aria-label={texts.result} aria-live="polite">
      <Text className="counted">{barcode.code}</Text>
      {values && (
        <ul>
          {values.map(([name, value]) => (
            <li key={name}>
              {texts.values[name as keyof typeof texts.values]}: {String(value)}
            </li>
          ))}
        </ul>
      )}
      <Text>
        {texts.sends(report.characters, Math.round(report.meanPause), Math.round(report.longestPause), report.end)}
      </Text>
      {report.isInputMethod && <Text>{texts.inputMethod}</Text>}
      {report.advice.map((advice) => (
        <Text key={advice} fw={700}>
          {texts.advice[advice]}
        </Text>
      ))}
      <Group gap={4}>
        {signals.slice(0, 200).map((signal, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: signals have no names, and never move
          <Code key={place}>{shown(signal)}</Code>
        ))}
      </Group>
    </section>
  );
}

function Settings() {
  const texts = useScannerTexts().test;
  const [settings, setSettings] = useState(scannerSettings);
  const [silence, setSilence] = useState(`${settings.silence}`);
  const change = (more: Partial<ScannerSettings>) => {
    const next = { ...settings, ...more };
    setSettings(next);
    keepScannerSettings(next);
  };
  return (
    <section>
      <Title order={2} size="h4">
        {texts.settings}
      </Title>
      <Stack gap="xs">
        <TextInput
          {...{ size: 'lg', label: texts.prefix, description: texts.prefixHelp, value: settings.prefix }}
          onChange={({ currentTarget }) => change({ prefix: currentTarget.value })}
        />
        <TextInput
          {...{ size: 'lg', label: texts.suffix, description: texts.suffixHelp, value: settings.suffix }}
          onChange={({ currentTarget }) => change({ suffix: currentTarget.value })}
        />
        <TextInput
          {...{
            size: 'lg',
            label: texts.silence,
            description: texts.silenceHelp,
            inputMode: 'numeric',
            value: silence,
          }}
          onChange={({ currentTarget }) => setSilence(currentTarget.value)}
          onBlur={() => {
            const next = Math.min(longestSilence, Math.max(shortestSilence, Number(silence) || usualSettings.silence));
            setSilence(`${next}`);
            change({ silence: next });
          }}
        />
      </Stack>
    </section>
  );
}

function Sounds() {
  const texts = useScannerTexts().test;
  const [areOn, setOn] = useState(areSoundsOn);
  return (
    <section>
      <Title order={2} size="h4">
        {texts.sounds}
      </Title>
      <Stack gap="xs">
        <Switch
          size="lg"
          label={texts.soundsOn}
          checked={areOn}
          onChange={({ currentTarget }) => {
            setSounds(currentTarget.checked);
            setOn(currentTarget.checked);
          }}
        />
        <Group gap="xs">
          {(['counted', 'finished', 'wrong'] as const).map((sign) => (
            <Button key={sign} size="lg" variant="default" disabled={!areOn} onClick={() => give(sign)}>
              {texts.signs[sign]}
            </Button>
          ))}
        </Group>
      </Stack>
    </section>
  );
}

const commandSheet = [{ kind: 'commandsheet' }] as const;

/** Prints the codes that do what the buttons of the pages of work do. */
function CommandSheet() {
  const texts = useScannerTexts().test;
  const permits = usePermits();
  const printing = usePrinting();
  if (!permits('document.create') || !permits('document.read')) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {texts.commands}
      </Title>
      <Stack gap="xs">
        <Text>{texts.commandsHelp}</Text>
        <Printed printing={printing} />
        <Button
          size="lg"
          variant="default"
          loading={printing.isPrinting}
          onClick={() => printing.print(() => makeDocuments(commandSheet))}
        >
          {texts.printCommands}
        </Button>
      </Stack>
    </section>
  );
}
