import './bulk-runs.css';
import { Anchor, Code } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkRunOrder, SalesOrder } from '../../client/browser.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { useTexts } from '../texts/texts.tsx';
import { OrderLink } from './order-link.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

export type OutcomeRow = BulkRunOrder & { order?: SalesOrder | null };

/** Orders of a run with their outcomes and reasons. @param isFilterOffered on the page of the run, where a code leads to its orders */
export function OutcomeRows(props: { readonly rows: readonly OutcomeRow[]; readonly isFilterOffered?: boolean }) {
  const { rows, isFilterOffered = false } = props;
  const texts = useTexts().bulkRuns;
  return (
    <div className="run-table" tabIndex={0} role="region" aria-label={texts.list}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.orderColumns.order}</th>
            <th scope="col">{texts.orderColumns.outcome}</th>
            <th scope="col">{texts.orderColumns.reason}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Order row={row} />
              </td>
              <td>
                <OutcomeBadge outcome={row.outcome ?? 'open'} />
              </td>
              <td>
                <Why row={row} isFilterOffered={isFilterOffered} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An order can be deleted after the run, and who may not read orders sees its id. */
function Order({ row: { order_id: id, order } }: { readonly row: OutcomeRow }) {
  const texts = useTexts().bulkRuns;
  if (order === null) return texts.deleted(id);
  return order ? <OrderLink id={id} number={order.number} /> : id;
}

function Why({ row, isFilterOffered }: { readonly row: OutcomeRow; readonly isFilterOffered: boolean }) {
  const { bulkrun_id: run, code, reason, warnings } = row;
  const messages = warnings?.map(({ message }) => message) ?? [];
  const text = messages.length > 0 ? messages.join(' ') : reason;
  return (
    <>
      {text && <ServiceText>{text}</ServiceText>} {code && !isFilterOffered && <Code>{code}</Code>}
      {code && isFilterOffered && (
        <Anchor
          inherit
          renderRoot={(props) => <Link to="/bulkruns/$id" params={{ id: String(run) }} search={{ code }} {...props} />}
        >
          {code}
        </Anchor>
      )}
    </>
  );
}
