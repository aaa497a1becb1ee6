import { Anchor, Text, Title } from '@mantine/core';
import { ServiceText } from '../../texts/service-words.tsx';
import type { Mark } from '../editor/mark.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import { type PlanView, planFacts, type RuleView } from './plan-facts.ts';

interface PlanColumnProps {
  readonly title: string;
  readonly view: PlanView;
  /** The plan beside it: what differs from it stands out. */
  readonly beside: PlanView | null;
  /** The names of the rules to show. */
  readonly shown: ReadonlySet<string>;
  /** Leads to a rule in the editor, where its text is there. */
  readonly onGoTo: ((place: Pick<Mark, 'file' | 'line' | 'column'>) => void) | null;
}

/** A plan with every rule, its mark, what it does, and the values that it saw. */
export function PlanColumn({ title, view, beside, shown, onGoTo }: PlanColumnProps) {
  const texts = useRulesTexts().try;
  const facts = planFacts(view, texts);
  const others = beside ? planFacts(beside, texts) : facts;
  const isSame = (name: string, value: string) => others.some((fact) => fact.name === name && fact.value === value);
  return (
    <section aria-label={title} className="plan-column">
      <Title order={3} size="h6">
        {title}
      </Title>
      <dl className="plan-facts">
        {facts.map(({ name, value }) => (
          <div key={name} data-differs={!isSame(name, value) || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Title order={4} size="h6" mt="xs">
        {texts.rules}
      </Title>
      {view.rules.length === 0 && <Text size="sm">{texts.noRules}</Text>}
      <ul className="rules-list">
        {view.rules
          .filter(({ name }) => shown.has(name))
          .map((rule) => (
            <RuleRow key={`${rule.file}:${rule.line}`} rule={rule} onGoTo={onGoTo} />
          ))}
      </ul>
    </section>
  );
}

function RuleRow({ rule, onGoTo }: { readonly rule: RuleView; readonly onGoTo: PlanColumnProps['onGoTo'] }) {
  const texts = useRulesTexts().try;
  const { name, file, line, state, mark, does, conditions } = rule;
  return (
    <li data-state={state}>
      <span role="img" aria-label={texts.states[state]}>
        {mark}
      </span>{' '}
      {onGoTo ? (
        <Anchor component="button" type="button" size="sm" onClick={() => onGoTo({ file, line, column: null })}>
          {name}
        </Anchor>
      ) : (
        <Text size="sm" span>
          {name}
        </Text>
      )}
      {state !== 'not fired' &&
        does.map(({ words, overruled_by: by }) => (
          <Text key={words} size="sm" className="address">
            → <ServiceText>{words}</ServiceText>
            {by !== null && ` (${texts.overruled(by)})`}
          </Text>
        ))}
      {conditions.map(({ words }) => (
        <Text key={words} size="xs" ff="monospace" className="address" lang="en">
          {words}
        </Text>
      ))}
    </li>
  );
}
