import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConfigFiles } from '../../../client/browser.ts';
import { ago } from '../../ground/time.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { Difference } from '../difference/difference.tsx';
import { pairsOf } from '../difference/pairs.ts';
import type { Version } from '../rules.ts';
import type { TextFile } from '../text-file.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import type { Editing } from './use-own-text.ts';

interface NewerFirstProps {
  readonly active: ConfigFiles;
  readonly editing: Editing;
  /** The activation of the newer rule set; undefined until it was read. */
  readonly version: Version | undefined;
}

/** Shows a newer rule set beside the edited text, before anything else: no work is lost. */
export function NewerFirst({ active, editing, version }: NewerFirstProps) {
  const all = useRulesTexts();
  const { newer: texts, versions } = all;
  const { language } = useLanguage();
  const [decided, setDecided] = useState<ReadonlyMap<string, string>>(new Map());
  const textOf = (files: readonly TextFile[], file: string) => files.find((one) => one.file === file)?.text;
  const pairs = pairsOf(active.files, editing.files);
  const merged = active.files.map(({ file, text }) => ({
    file,
    text: decided.get(file) ?? textOf(editing.files, file) ?? text,
  }));
  return (
    <Stack component="section" aria-label={texts.title}>
      <Alert variant="default" role="alert" title={texts.title}>
        {version && (
          <Text size="sm">{texts.by(version.by ?? versions.program, ago(version.activated_at, language))}</Text>
        )}
        <Text size="sm">{texts.what}</Text>
      </Alert>
      {pairs.map((pair) =>
        pair.before === null ? (
          <Text key={pair.file} size="sm">
            {texts.gone(pair.file)}
          </Text>
        ) : (
          pair.after !== null && (
            <Difference
              key={pair.file}
              pair={pair}
              onText={(text) => setDecided((before) => new Map(before).set(pair.file, text))}
            />
          )
        ),
      )}
      {pairs.length === 0 && <Text size="sm">{all.difference.none}</Text>}
      <Group>
        <Button onClick={() => editing.rebase(merged)}>{texts.goOn}</Button>
        <Button variant="default" onClick={editing.discard}>
          {texts.drop}
        </Button>
      </Group>
    </Stack>
  );
}
