import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Client, SalesOrderReplanned } from '../../../client/browser.ts';
import { client as service } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import { orderKey } from '../order.ts';
import type { DecisionFormProps } from './decide.tsx';

/**
 * Plans the order again, after it has shown what changes. The call names the configuration of the preview: if another one is active
 * by then, the service refuses it, and the preview is read again.
 */
export function ReplanForm({ shown: { order }, onClose }: DecisionFormProps) {
  const texts = useTexts().order.decide;
  const { data, error } = useQuery({
    queryKey: [...orderKey(order.id), 'replanned'],
    queryFn: () => service.salesorder.replanned(order.id),
    // An old preview would say what is not so any more.
    gcTime: 0,
  });
  const action = (client: Client) => client.salesorder.replan(order.id, data ? { ruleset: data.ruleset } : {});
  return (
    <CallForm
      {...{ action, onClose }}
      values={{}}
      orderId={order.id}
      isReady={data !== undefined}
      button={texts.buttons.replan}
    >
      {() => (
        <>
          {error && <ProblemNotice error={error} />}
          {data ? <Preview replanned={data} /> : !error && <Skeleton height={80} />}
        </>
      )}
    </CallForm>
  );
}

function Preview({ replanned: { was, ruleset, differences } }: { readonly replanned: SalesOrderReplanned }) {
  const texts = useTexts().order.decide;
  const { what, before, after } = texts.replanColumns;
  const rulesets = was !== ruleset && (
    <Text size="xs" c="dimmed">
      {texts.does.replanRulesets(was.slice(0, 8), ruleset.slice(0, 8))}
    </Text>
  );
  if (differences.length === 0) {
    return (
      <>
        <Text size="sm">{texts.does.replanNone}</Text>
        {rulesets}
      </>
    );
  }
  return (
    <>
      <Text size="sm">{texts.does.replan}</Text>
      <table className="differences">
        <thead>
          <tr>
            {[what, before, after].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody lang="en">
          {differences.map((difference) => (
            <tr key={difference.what}>
              <th scope="row">{difference.what}</th>
              <td>{difference.before}</td>
              <td>{difference.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rulesets}
    </>
  );
}
