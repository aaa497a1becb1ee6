import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { RulesTestAnswer } from '../../../client/browser.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ServiceText } from '../../texts/service-words.tsx';
import type { Mark } from '../editor/mark.ts';
import { type Check, useCases } from '../editor/use-check.ts';
import { Panel } from '../panel.tsx';
import type { TextFile } from '../text-file.ts';
import { useRulesTexts } from '../texts/use-texts.ts';

interface CasesProps {
  readonly files: readonly TextFile[];
  readonly check: Check;
  readonly onGoTo: (place: Pick<Mark, 'file' | 'line' | 'column'>) => void;
}

type Case = RulesTestAnswer['cases'][number];

/** The cases of the texts. They run automatically after each change without a fault. */
export function Cases({ files, check, onGoTo }: CasesProps) {
  const { cases: texts, check: checkTexts } = useRulesTexts();
  const { answer, isOld, error, isAwaited, again } = useCases(files, check.isCorrect);
  const [areAllShown, setAllShown] = useState(false);
  const all = answer?.cases ?? [];
  const shown = areAllShown ? all : all.filter(({ passed }) => !passed);
  return (
    <Panel title={texts.title}>
      {error !== null && <ProblemNotice error={error} onRetry={again} />}
      <Text size="sm" role="status">
        {!answer && error === null && (check.isChecked && !check.isCorrect ? checkTexts.mendFirst : texts.running)}
        {answer && (all.length === 0 ? texts.none : texts.counts(answer.passed, answer.failed))}
      </Text>
      {answer && isOld && !isAwaited && check.isChecked && (
        <Text size="sm">
          {texts.old} {checkTexts.mendFirst}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className="rules-list" data-old={isOld || undefined}>
          {shown.map((one) => (
            <CaseRow key={`${one.file}:${one.line}`} one={one} onGoTo={onGoTo} />
          ))}
        </ul>
      )}
      {!areAllShown && (answer?.passed ?? 0) > 0 && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setAllShown(true)}>
          {texts.all(answer?.passed ?? 0)}
        </Anchor>
      )}
      {answer && answer.untested.length > 0 && (
        <div>
          <Text size="sm">{texts.untested(answer.untested.length)}</Text>
          <ul className="rules-list" data-old={isOld || undefined}>
            {answer.untested.map(({ name, file, line }) => (
              <li key={`${file}:${line}`}>
                <Anchor component="button" type="button" size="sm" onClick={() => onGoTo({ file, line, column: null })}>
                  {name}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function CaseRow({ one, onGoTo }: { readonly one: Case; readonly onGoTo: CasesProps['onGoTo'] }) {
  const texts = useRulesTexts().cases;
  const { name, file, line, passed, misses } = one;
  return (
    <li data-passed={passed}>
      <span role="img" aria-label={passed ? texts.passed : texts.failed}>
        {passed ? '✔' : '✘'}
      </span>{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => onGoTo({ file, line, column: null })}>
        {name}
      </Anchor>
      {misses.map((miss) => (
        <div key={miss.words}>
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => onGoTo({ file, line: miss.line, column: miss.column })}
          >
            {file}:{miss.line}
          </Anchor>{' '}
          <Text size="sm" span>
            <ServiceText>{miss.words}</ServiceText>
          </Text>
        </div>
      ))}
    </li>
  );
}
