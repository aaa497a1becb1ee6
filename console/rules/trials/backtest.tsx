import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ExpressionField } from '../../orders/search/expression-field.tsx';
import { usePatience } from '../../orders/search/patience.ts';
import type { EditorModule } from '../../orders/search/use-editor.ts';
import { useFault } from '../../orders/search/use-fault.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { Choice, Field } from '../field.tsx';
import { Panel } from '../panel.tsx';
import type { TextFile } from '../text-file.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import { ChangeGroups } from './change-groups.tsx';
import { useBacktest } from './use-backtest.ts';

interface BacktestProps {
  readonly files: readonly TextFile[];
  /** Whether the texts may have faults. Texts with faults cannot be planned with. */
  readonly isFaulty: boolean;
}

type Way = 'last' | 'filter';
const usualLast = '1000';
const objects = ['salesorder'];

/** Plans past orders with the text in the editor, and groups what would be different. */
export function Backtest({ files, isFaulty }: BacktestProps) {
  const { backtest: texts, check } = useRulesTexts();
  const backtest = useBacktest(files);
  const { result, faults } = backtest;
  return (
    <Panel title={texts.title}>
      <BacktestForm backtest={backtest} isFaulty={isFaulty} />
      {isFaulty && <Text size="sm">{check.mendFirst}</Text>}
      {faults.rest !== null && <ProblemNotice error={faults.rest} />}
      {result && result.of !== files && <Text size="sm">{texts.old}</Text>}
      {result && <ChangeGroups answer={result.answer} />}
    </Panel>
  );
}

interface BacktestFormProps {
  readonly backtest: ReturnType<typeof useBacktest>;
  readonly isFaulty: boolean;
}

/** Which orders a backtest plans: the last ones, or those that match an expression. */
function BacktestForm({ backtest, isFaulty }: BacktestFormProps) {
  const texts = useRulesTexts().backtest;
  const [way, setWay] = useState<Way>('last');
  const [last, setLast] = useState(usualLast);
  const [filter, setFilter] = useState('');
  const { faults, isRunning, run, forgive } = backtest;
  const isComplete = way === 'last' ? last !== '' : filter.trim() !== '';
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (isFaulty || isRunning || !isComplete) return;
    void run(way === 'last' ? { last: Number(last) } : { filter: filter.trim() });
  };
  const change = (text: string) => {
    setFilter(text);
    forgive();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <Choice
            label={texts.what}
            value={way}
            options={[
              { value: 'last', label: texts.lastOrders },
              { value: 'filter', label: texts.byExpression },
            ]}
            onChange={({ currentTarget }) => setWay(currentTarget.value as Way)}
          />
          {way === 'last' && (
            <Field
              type="number"
              min={1}
              max={5000}
              label={texts.count}
              value={last}
              error={faults.last === null ? undefined : <ServiceText>{faults.last}</ServiceText>}
              onChange={({ currentTarget }) => setLast(currentTarget.value)}
            />
          )}
        </Group>
        {way === 'filter' && <Selection text={filter} refused={faults.filter} onText={change} onEnter={() => send()} />}
        <div>
          <Button type="submit" variant="default" loading={isRunning} disabled={isFaulty || !isComplete}>
            {texts.run}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface SelectionProps {
  readonly text: string;
  readonly refused: ReturnType<typeof useBacktest>['faults']['filter'];
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

/** The expression that selects the orders. */
function Selection({ text, refused, onText, onEnter }: SelectionProps) {
  const texts = useRulesTexts().backtest;
  const [editor, setEditor] = useState<EditorModule | null>(null);
  const { fault } = useFault(editor, text, objects);
  const shown = usePatience(refused ?? fault, text);
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.expression}
      </Text>
      <ExpressionField
        label={texts.expression}
        hint={texts.expressionHint}
        resource="salesorder"
        text={text}
        fault={shown}
        onText={onText}
        onEnter={onEnter}
        onLoaded={setEditor}
      />
    </div>
  );
}
