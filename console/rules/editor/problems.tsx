import { Anchor, Badge, Text } from '@mantine/core';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ServiceText } from '../../texts/service-words.tsx';
import { Panel } from '../panel.tsx';
import { useRulesTexts } from '../texts/use-texts.ts';
import type { Mark } from './mark.ts';
import type { Check } from './use-check.ts';

interface ProblemsProps {
  readonly check: Check;
  readonly onGoTo: (place: Pick<Mark, 'file' | 'line' | 'column'>) => void;
}

/** All faults and findings in words. Each leads to its place. */
export function Problems({ check, onGoTo }: ProblemsProps) {
  const texts = useRulesTexts().check;
  const { marks, of, error, isChecked, isAwaited, again } = check;
  const faults = marks.filter(({ kind }) => kind === 'fault').length;
  const words = marks.length === 0 ? texts.none : texts.counts(faults, marks.length - faults);
  return (
    <Panel title={texts.title}>
      {error !== null && <ProblemNotice error={error} onRetry={again} />}
      <Text size="sm" role="status">
        {/* A screen reader announces each new answer, and not each key. */}
        {of === null && isAwaited ? texts.checking : words}
      </Text>
      {marks.length > 0 && (
        <ul className="rules-list" data-old={!isChecked || undefined}>
          {marks.map((mark) => (
            <li key={JSON.stringify(mark)}>
              <Badge size="sm" color={mark.kind === 'fault' ? 'red' : 'yellow'} autoContrast>
                {texts[mark.kind]}
              </Badge>{' '}
              <Anchor component="button" type="button" size="sm" onClick={() => onGoTo(mark)}>
                {mark.file}:{mark.line}
                {mark.column !== null && `:${mark.column}`}
              </Anchor>{' '}
              <Text size="sm" span className="address">
                <ServiceText>{mark.message}</ServiceText>
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
