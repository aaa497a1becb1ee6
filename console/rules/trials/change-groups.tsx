import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RulesBacktestAnswer } from '../../../client/browser.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useRulesTexts } from '../texts/use-texts.ts';

/** Results of a backtest: each change once, with its orders. */
export function ChangeGroups({ answer }: { readonly answer: RulesBacktestAnswer }) {
  const texts = useRulesTexts().backtest;
  const { words, limited, groups } = answer;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={500}>
        <ServiceText>{words}</ServiceText>
      </Text>
      {limited && <Text size="sm">{texts.limited}</Text>}
      {groups.length > 0 && (
        <div className="rules-table" tabIndex={0} role="region" aria-label={texts.change}>
          <table>
            <thead>
              <tr>
                {(['change', 'orders', 'rules', 'examples'] as const).map((name) => (
                  <th key={name} scope="col">
                    {texts[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <GroupRow key={JSON.stringify([group.words, group.rules])} group={group} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  );
}

function GroupRow({ group }: { readonly group: RulesBacktestAnswer['groups'][number] }) {
  const texts = useRulesTexts().backtest;
  const { words, orders, rules, filter, examples } = group;
  return (
    <tr>
      <td>
        <ServiceText>{words}</ServiceText>
      </td>
      <td>
        <Anchor inherit renderRoot={(props) => <Link to="/orders" search={{ filter }} {...props} />}>
          {texts.countOf(orders)}
        </Anchor>
      </td>
      <td>
        {rules.new.map((rule) => (
          <div key={`+${rule}`}>{texts.newRule(rule)}</div>
        ))}
        {rules.gone.map((rule) => (
          <div key={`-${rule}`}>{texts.goneRule(rule)}</div>
        ))}
      </td>
      <td>
        {examples.map(({ id, number }, place) => (
          <span key={id}>
            {place > 0 && ', '}
            <Anchor inherit renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />}>
              {number}
            </Anchor>
          </span>
        ))}
      </td>
    </tr>
  );
}
