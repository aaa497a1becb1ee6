import './rules.css';
import { Skeleton, Stack, Title } from '@mantine/core';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useSession } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { EditedOnMachine } from './own-text/edited-on-machine.tsx';
import { useConfig, useFiles, useMayEdit, useVersions } from './rules.ts';
import { useRulesTexts } from './texts/use-texts.ts';
import { ActiveSet } from './versions/active-set.tsx';
import { Versions } from './versions/versions.tsx';
import { Workbench } from './workbench.tsx';

/** The active rule set and those before it, and for people who may, the editor with its checks, cases, trials and backtests. */
export function RulesPage() {
  const texts = useRulesTexts();
  useTitle(texts.title);
  const { data: config, error, refetch } = useConfig();
  const { data: versions = [], error: historyError } = useVersions(config?.ruleset);
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      {error && !config && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {historyError && <ProblemNotice error={historyError} />}
      {!config && !error && <Skeleton height={120} />}
      {config && (
        <>
          <ActiveSet config={config} versions={versions} />
          <Editing />
          <Versions versions={versions} />
        </>
      )}
    </Stack>
  );
}

/** The editor, for a user who may read the texts. */
function Editing() {
  const mayEdit = useMayEdit();
  const session = useSession();
  const { data: config } = useConfig();
  const { data: versions = [] } = useVersions(config?.ruleset);
  const { data: files, error, refetch } = useFiles(config?.ruleset);
  if (!mayEdit || !session) return null;
  if (error && !files) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!files || !config) return <Skeleton height={320} />;
  return (
    <>
      {files.edited.length > 0 && <EditedOnMachine active={files} />}
      <Workbench
        key={session.user.id}
        active={files}
        allowed={config.editing}
        version={versions.find(({ active }) => active)}
        userId={session.user.id}
      />
    </>
  );
}
