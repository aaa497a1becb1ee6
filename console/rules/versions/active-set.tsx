import { Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Config } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { ChangeList } from '../change-list.tsx';
import { rulesKey, useMayEdit, type Version, versionBefore } from '../rules.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import { BringBack } from './bring-back.tsx';
import { VersionWords } from './version-words.tsx';

interface ActiveSetProps {
  readonly config: Config;
  readonly versions: readonly Version[];
}

/** The rule set that orders are issued with: its files, who activated it and when, and what it changed. */
export function ActiveSet({ config, versions }: ActiveSetProps) {
  const all = useRulesTexts();
  const texts = all.active;
  const mayEdit = useMayEdit();
  const version = versions.find(({ active }) => active);
  const [isUnchanged, setUnchanged] = useState(false);
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.title}>
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={2} size="h5">
            {texts.title}
          </Title>
          <Code>{config.ruleset}</Code>
          <Text size="sm">{texts.counts(config.rules, config.files.length)}</Text>
        </Group>
        <Text size="sm" className="address">
          {texts.files}: {config.files.map(({ file }) => file).join(', ')}
        </Text>
        {version ? <VersionWords version={version} /> : <Skeleton height={20} />}
        {version && version.changes.length > 0 && (
          <div>
            <Text size="sm">{texts.changes}:</Text>
            <ChangeList changes={version.changes} />
          </div>
        )}
        {mayEdit && <Ways versions={versions} active={version} onReloaded={(changed) => setUnchanged(!changed)} />}
        {isUnchanged && (
          <Text size="sm" role="status">
            {texts.unchanged}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface WaysProps {
  readonly versions: readonly Version[];
  readonly active: Version | undefined;
  readonly onReloaded: (changed: boolean) => void;
}

/** The way to the difference, back to the version before, and to the files of the machine. */
function Ways({ versions, active, onReloaded }: WaysProps) {
  const { active: texts, versions: words } = useRulesTexts();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/rules' });
  const [broughtBack, setBroughtBack] = useState<number | null>(null);
  const before = active && versionBefore(versions, active.version);
  const readAgain = () => void queries.invalidateQueries({ queryKey: rulesKey });
  return (
    <Group gap="xs">
      {active && before && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void navigate({ search: (address) => ({ ...address, version: active.version }) })}
          >
            {words.difference}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            title={words.takeBackHint(before.version)}
            onClick={() => setBroughtBack(before.version)}
          >
            {words.takeBack}
          </Button>
        </>
      )}
      <CallButton
        size="compact-sm"
        variant="default"
        title={texts.readAgainHint}
        action={(client) => client.config.reload()}
        onDone={({ changed }) => {
          onReloaded(changed);
          readAgain();
        }}
        onRefused={readAgain}
      >
        {texts.readAgain}
      </CallButton>
      {broughtBack !== null && <BringBack version={broughtBack} onClose={() => setBroughtBack(null)} />}
    </Group>
  );
}
