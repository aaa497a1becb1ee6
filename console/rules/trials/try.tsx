import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { quoted, type RulesTryAnswer } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ServiceText } from '../../texts/service-words.tsx';
import type { Mark } from '../editor/mark.ts';
import { Field } from '../field.tsx';
import { Panel } from '../panel.tsx';
import type { TextFile } from '../text-file.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import { PlanColumn } from './plan-column.tsx';
import { notableRules } from './plan-facts.ts';

interface TryProps {
  readonly files: readonly TextFile[];
  readonly isChanged: boolean;
  /** Whether the texts may have faults. Texts with faults cannot be planned with. */
  readonly isFaulty: boolean;
  readonly onGoTo: (place: Pick<Mark, 'file' | 'line' | 'column'>) => void;
}

interface Tried {
  readonly answer: RulesTryAnswer;
  readonly of: readonly TextFile[];
}

/** Plans an order with the text in the editor, beside its plan by the active rules. */
export function Try({ files, isChanged, isFaulty, onGoTo }: TryProps) {
  const { try: texts, check } = useRulesTexts();
  const navigate = useNavigate({ from: '/rules' });
  const { order = '' } = useSearch({ from: '/frame/rules' });
  const [number, setNumber] = useState(order);
  const { tried, error, isUnknown, isTrying, run } = useTry(files, isChanged);
  // An address that somebody sends shows the same order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the order that the page was opened with
  useEffect(() => {
    if (order !== '') void run(order);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = number.trim();
    if (wanted === '' || isFaulty) return;
    void navigate({ search: (before) => ({ ...before, order: wanted }), replace: true });
    void run(wanted);
  };
  return (
    <Panel title={texts.title}>
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end">
          <Field
            label={texts.order}
            placeholder="S-1012"
            value={number}
            error={isUnknown ? texts.unknown(isUnknown) : undefined}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isTrying} disabled={isFaulty}>
            {texts.run}
          </Button>
        </Group>
      </form>
      {isFaulty && <Text size="sm">{check.mendFirst}</Text>}
      {error !== null && <ProblemNotice error={error} />}
      {tried && tried.of !== files && <Text size="sm">{texts.old}</Text>}
      {tried && <Plans answer={tried.answer} onGoTo={onGoTo} />}
    </Panel>
  );
}

function useTry(files: readonly TextFile[], isChanged: boolean) {
  const [tried, setTried] = useState<Tried | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isUnknown, setUnknown] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  const run = async (number: string) => {
    setTrying(true);
    setError(null);
    setUnknown(null);
    try {
      const query = { filter: `number = ${quoted(number)}`, fields: 'id', perPage: 1 } as const;
      const [order] = (await client.salesorder.list(query)).data;
      if (!order) return setUnknown(number);
      const texts = isChanged ? { files: files.map(({ file, text }) => ({ file, text })) } : {};
      setTried({ answer: await client.rules.try({ order_id: order.id, ...texts }), of: files });
    } catch (failure) {
      setError(failure);
    } finally {
      setTrying(false);
    }
  };
  return { tried, error, isUnknown, isTrying, run };
}

function Plans({ answer, onGoTo }: { readonly answer: RulesTryAnswer; readonly onGoTo: TryProps['onGoTo'] }) {
  const texts = useRulesTexts().try;
  const [areAllShown, setAllShown] = useState(false);
  const { order, pinned, active, proposed, differences, from_pinned: fromPinned } = answer;
  // Without an own text, the plan of the issue is shown beside the active one.
  const left = proposed || !pinned ? active : pinned;
  const right = proposed ?? (pinned ? active : null);
  const columns = [left, ...(right ? [right] : [])];
  const titles = proposed ? [texts.active, texts.proposed] : pinned ? [texts.pinned, texts.active] : [texts.active];
  const all = new Set(columns.flatMap(({ rules }) => rules.map(({ name }) => name)));
  const notable = notableRules(columns);
  return (
    <Stack gap="xs" component="section" aria-label={texts.of(order.number)}>
      <Anchor size="sm" renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(order.id) }} {...props} />}>
        {texts.of(order.number)}
      </Anchor>
      {proposed && <Changes title={texts.differences} none={texts.same} changes={differences} />}
      {fromPinned && <Changes title={texts.fromPinned} none={texts.samePinned} changes={fromPinned} />}
      <div className="plan-columns">
        {columns.map((view, place) => (
          <PlanColumn
            key={titles[place]}
            title={titles[place] ?? ''}
            view={view}
            beside={columns[1 - place] ?? null}
            shown={areAllShown ? all : notable}
            onGoTo={view === proposed || (!proposed && view === active) ? onGoTo : null}
          />
        ))}
      </div>
      {notable.size < all.size && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setAllShown(!areAllShown)}>
          {areAllShown ? texts.deciding : texts.all}
        </Anchor>
      )}
    </Stack>
  );
}

interface ChangesProps {
  readonly title: string;
  readonly none: string;
  readonly changes: RulesTryAnswer['differences'];
}

function Changes({ title, none, changes }: ChangesProps) {
  const texts = useRulesTexts().backtest;
  if (changes.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <div>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <ul className="rules-list">
        {changes.map(({ what, words, rules }) => (
          <li key={what}>
            <ServiceText>{words}</ServiceText>
            {rules.new.map((rule) => (
              <Text key={rule} size="xs">
                {texts.newRule(rule)}
              </Text>
            ))}
            {rules.gone.map((rule) => (
              <Text key={rule} size="xs">
                {texts.goneRule(rule)}
              </Text>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
