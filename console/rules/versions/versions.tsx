import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangeList } from '../change-list.tsx';
import { useMayEdit, type Version } from '../rules.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import { BringBack } from './bring-back.tsx';
import { VersionDifference } from './version-difference.tsx';
import { VersionWords } from './version-words.tsx';

/** Versions that are shown at once. */
const few = 5;

/** All activations, the newest first: who, when, what changed, and the way back. */
export function Versions({ versions }: { readonly versions: readonly Version[] }) {
  const texts = useRulesTexts().versions;
  const { version: open } = useSearch({ from: '/frame/rules' });
  const navigate = useNavigate({ from: '/rules' });
  const mayRead = useMayEdit();
  const [areAllShown, setAllShown] = useState(false);
  const [broughtBack, setBroughtBack] = useState<number | null>(null);
  const show = (version: number | undefined) =>
    void navigate({ search: ({ version: _, ...others }) => ({ ...others, ...(version ? { version } : {}) }) });
  const opened = versions.find(({ version }) => version === open);
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {texts.title}
        </Title>
        {(areAllShown ? versions : versions.slice(0, few)).map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            onDifference={mayRead ? () => show(version.version) : null}
            onBringBack={mayRead && !version.active ? () => setBroughtBack(version.version) : null}
          />
        ))}
        {!areAllShown && versions.length > few && (
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setAllShown(true)}>
            {texts.all(versions.length)}
          </Anchor>
        )}
      </Stack>
      {opened && mayRead && <VersionDifference versions={versions} version={opened} onClose={() => show(undefined)} />}
      {broughtBack !== null && <BringBack version={broughtBack} onClose={() => setBroughtBack(null)} />}
    </Paper>
  );
}

interface VersionRowProps {
  readonly version: Version;
  /** Null for a user who may not read texts. */
  readonly onDifference: (() => void) | null;
  readonly onBringBack: (() => void) | null;
}

function VersionRow({ version, onDifference, onBringBack }: VersionRowProps) {
  const texts = useRulesTexts().versions;
  const name = texts.name(version.version);
  return (
    <section aria-label={name} className="rules-version">
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {version.active && <Badge size="sm">{texts.active}</Badge>}
        <VersionWords version={version} />
      </Group>
      <ChangeList changes={version.changes} />
      <Group gap="xs" mt={4}>
        {onDifference && (
          <Button size="compact-sm" variant="default" onClick={onDifference}>
            {texts.difference}
          </Button>
        )}
        {onBringBack && (
          <Button size="compact-sm" variant="default" onClick={onBringBack}>
            {texts.bringBack}
          </Button>
        )}
      </Group>
    </section>
  );
}
