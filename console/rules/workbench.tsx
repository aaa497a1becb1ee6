import { Alert, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Config, ConfigFiles, ConfigFilesAnswer } from '../../client/browser.ts';
import { Activate } from './activate.tsx';
import { ChangeList } from './change-list.tsx';
import { RulesEditor } from './editor/editor.tsx';
import type { Mark } from './editor/mark.ts';
import type { Editor } from './editor/open-editor.ts';
import { Problems } from './editor/problems.tsx';
import { useCheck } from './editor/use-check.ts';
import { FileChoice } from './file-choice.tsx';
import { NewerFirst } from './own-text/newer-first.tsx';
import { type Editing, useOwnText } from './own-text/use-own-text.ts';
import { rulesKey, useMayPlan, type Version } from './rules.ts';
import { useRulesTexts } from './texts/use-texts.ts';
import { Toolbar } from './toolbar.tsx';
import { Backtest } from './trials/backtest.tsx';
import { Cases } from './trials/cases.tsx';
import { Try } from './trials/try.tsx';

interface WorkbenchProps {
  readonly active: ConfigFiles;
  readonly allowed: Config['editing'];
  /** The activation of the active rule set. */
  readonly version: Version | undefined;
  readonly userId: number;
}

/** Work on the texts: edit, check, try, backtest, activate. */
export function Workbench({ active, allowed, version, userId }: WorkbenchProps) {
  const { activate: texts } = useRulesTexts();
  const queries = useQueryClient();
  const editing = useOwnText(active, userId);
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<ConfigFilesAnswer | null>(null);
  if (editing.isOutdated) return <NewerFirst key={active.ruleset} {...{ active, editing, version }} />;
  const activated = async (answer: ConfigFilesAnswer) => {
    setAsked(false);
    setDone(answer);
    // The own text is forgotten when it is there as the active one.
    await queries.refetchQueries({ queryKey: [...rulesKey, 'active'] });
    await queries.refetchQueries({ queryKey: [...rulesKey, 'files'] });
  };
  return (
    <>
      {done && done.ruleset === active.ruleset && !editing.isChanged && (
        <Alert role="status" variant="default" title={texts.done}>
          <ChangeList changes={done.changes} />
        </Alert>
      )}
      <Bench
        editing={editing}
        allowed={allowed}
        active={active}
        isBlocked={active.edited.length > 0}
        onActivate={() => setAsked(true)}
      />
      {isAsked && <Activate editing={editing} onDone={activated} onClose={() => setAsked(false)} />}
    </>
  );
}

interface BenchProps {
  readonly editing: Editing;
  readonly allowed: Config['editing'];
  readonly active: ConfigFiles;
  /** Whether files of the machine have to be activated first. */
  readonly isBlocked: boolean;
  readonly onActivate: () => void;
}

function Bench({ editing, allowed, active, isBlocked, onActivate }: BenchProps) {
  const { file: chosen } = useSearch({ from: '/frame/rules' });
  const navigate = useNavigate({ from: '/rules' });
  const editor = useRef<Pick<Editor, 'goTo'>>(null);
  const mayPlan = useMayPlan();
  const { files, isChanged } = editing;
  const check = useCheck(files);
  const shown = files.find(({ file }) => file === chosen) ?? files[0];
  const isFaulty = check.isChecked && !check.isCorrect;
  const show = (file: string) => navigate({ search: (before) => ({ ...before, file }), replace: true });
  const goTo = ({ file, line, column }: Pick<Mark, 'file' | 'line' | 'column'>) => {
    const move = () => editor.current?.goTo(line, column ?? 1);
    // The active plan names files with their folder.
    const own = files.find((one) => file === one.file || file.endsWith(`/${one.file}`));
    if (!own || own.file === shown?.file) move();
    // The editor shows another file after this turn.
    else void show(own.file).then(() => setTimeout(move));
  };
  if (!shown) return null;
  return (
    <Stack>
      <div className="rules-bench">
        <Stack gap="xs" className="rules-side">
          <FileChoice {...{ files, shown, active, marks: check.marks }} onChoose={(file) => void show(file)} />
          <RulesEditor
            ref={editor}
            shown={shown}
            marks={check.marks}
            areFresh={check.isChecked}
            onText={editing.edit}
          />
          <Toolbar
            {...{ editing, allowed, active, shown }}
            isReady={check.isCorrect && !isBlocked}
            onActivate={onActivate}
          />
        </Stack>
        <Stack gap="xs" className="rules-side">
          <Problems check={check} onGoTo={goTo} />
          <Cases files={files} check={check} onGoTo={goTo} />
        </Stack>
      </div>
      {mayPlan && (
        <>
          <Try {...{ files, isChanged, isFaulty }} onGoTo={goTo} />
          <Backtest {...{ files, isFaulty }} />
        </>
      )}
    </Stack>
  );
}
