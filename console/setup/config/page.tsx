import '../records/records.css';
import { Alert, Anchor, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Config, ConfigHistory } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { moment } from '../../ground/time.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useLanguage } from '../../texts/texts.tsx';
import { SetupHead } from '../head.tsx';
import { useSetupTexts } from '../texts/use-texts.ts';
import { History } from './history.tsx';
import { configKey, interval } from './key.ts';
import { Reload } from './reload.tsx';

/** Which configuration is active, who activated which one and when, and whether the files on the machine are newer. */
export function ConfigPage() {
  const { config: texts } = useSetupTexts();
  const { data, error, refetch } = useQuery({
    queryKey: [...configKey, 'active'],
    queryFn: () => client.config.get(),
    refetchInterval: interval,
  });
  const history = useQuery({
    // Each activation is a version, so the active rule set shows whether there is a new one.
    queryKey: [...configKey, 'history', data?.ruleset],
    queryFn: () => client.config.history.get(),
    enabled: data !== undefined,
    placeholderData: (before) => before,
  });
  const versions = history.data;
  return (
    <Stack maw={1000}>
      <SetupHead title={texts.title} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <Active config={data} version={versions?.find(({ active }) => active)} />}
      {data && <Reload />}
      {history.error && <ProblemNotice error={history.error} onRetry={() => void history.refetch()} />}
      {versions && <History versions={versions} />}
    </Stack>
  );
}

interface ActiveProps {
  readonly config: Config;
  readonly version: ConfigHistory | undefined;
}

function Active({ config, version }: ActiveProps) {
  const { config: texts } = useSetupTexts();
  const { language } = useLanguage();
  const { ruleset, file, files, rules, editing } = config;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="active">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="active">
            {texts.active}
          </Title>
          <Anchor size="sm" renderRoot={(props) => <Link to="/rules" {...props} />}>
            {texts.toRules}
          </Anchor>
        </Group>
        <dl className="facts">
          <Fact name={texts.file}>
            <Code>{file}</Code>
          </Fact>
          <Fact name={texts.rules}>{rules.toLocaleString(language)}</Fact>
          <Fact name={texts.ruleset}>
            <Code>{ruleset}</Code>
          </Fact>
          {version && (
            <>
              <Fact name={texts.since}>{moment(version.activated_at, language)}</Fact>
              <Fact name={texts.by}>{version.by ?? texts.byService}</Fact>
            </>
          )}
          {files.length > 1 && <Fact name={texts.files}>{files.map((one) => one.file).join(', ')}</Fact>}
          <Fact name={texts.editing}>
            {editing.allowed ? texts.editingOn : <ServiceText>{editing.reason ?? ''}</ServiceText>}
          </Fact>
        </dl>
        <Edited />
      </Stack>
    </Paper>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="address">{children}</dd>
    </>
  );
}

/** Files that have changed on the machine and are not active yet. Their texts may have secrets, so that few people may know of them. */
function Edited() {
  const { config: texts } = useSetupTexts();
  const permits = usePermits();
  const { data } = useQuery({
    queryKey: [...configKey, 'files'],
    queryFn: async () =>
      (await client.config.files.get()).edited.map(({ file, text }) => ({ file, isGone: text === null })),
    enabled: permits('config.reload'),
    refetchInterval: interval,
  });
  if (!data || data.length === 0) return null;
  const names = data.map(({ file, isGone }) => (isGone ? texts.gone(file) : file)).join(', ');
  return (
    <Alert color="yellow" role="status" className="address">
      <Text size="sm">{texts.edited(names)}</Text>
    </Alert>
  );
}
