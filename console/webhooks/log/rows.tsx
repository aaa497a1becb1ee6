import { Alert, Anchor, Checkbox, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '../../../client/browser.ts';
import type { Action } from '../../ground/action.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { ago, moment } from '../../ground/time.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { OutcomeBadge } from '../badges.tsx';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { type Attempt, logKey, type NamedEvent } from '../webhooks.ts';
import type { LogAddress } from './address.ts';

export type LogRow = Attempt & { readonly webhook?: Webhook | null; readonly webhookdelivery?: WebhookDelivery };

/**
 * Returns whether an attempt can be sent again: the service refuses that for a webhook that is off or deleted.
 * Users who may not see webhooks get the refusal. While an attempt is under way, a further one would overtake it.
 */
export const canResend = ({ webhook, outcome }: LogRow): boolean =>
  outcome !== 'sending' && (webhook === undefined || webhook?.active === true);

interface LogRowsProps {
  readonly rows: readonly LogRow[];
  readonly events: readonly NamedEvent[];
}

/** Attempts with their outcomes. Those that are selected can be sent again. */
export function LogRows({ rows, events }: LogRowsProps) {
  const texts = useWebhookTexts().attempts;
  const maySelect = usePermits()('webhook.resend');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const possible = rows.filter(canResend);
  const on = possible.filter(({ id }) => selected.has(id));
  const select = (ids: readonly number[], isOn: boolean) =>
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isOn ? ids : [])));
  const names = Object.keys(texts.columns) as (keyof typeof texts.columns)[];
  return (
    <>
      {maySelect && <ResendSelected rows={on} onDone={() => setSelected(new Set())} />}
      <div className="run-table" tabIndex={0} role="region" aria-label={texts.list}>
        <table>
          <thead>
            <tr>
              {maySelect && (
                <th scope="col">
                  <Checkbox
                    size="xs"
                    aria-label={texts.selectAll}
                    disabled={possible.length === 0}
                    checked={on.length > 0 && on.length === possible.length}
                    indeterminate={on.length > 0 && on.length < possible.length}
                    onChange={({ currentTarget }) =>
                      select(
                        possible.map(({ id }) => id),
                        currentTarget.checked,
                      )
                    }
                  />
                </th>
              )}
              {names.map((name) => (
                <th key={name} scope="col">
                  {texts.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {maySelect && (
                  <td>
                    <Checkbox
                      size="xs"
                      aria-label={texts.select(row.id)}
                      disabled={!canResend(row)}
                      checked={selected.has(row.id) && canResend(row)}
                      onChange={({ currentTarget }) => select([row.id], currentTarget.checked)}
                    />
                  </td>
                )}
                <Cells row={row} event={events.find(({ id }) => id === row.event_id)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Cells({ row, event }: { readonly row: LogRow; readonly event: NamedEvent | undefined }) {
  const texts = useWebhookTexts().attempts;
  const { language } = useLanguage();
  const { id, created_at: at, next_attempt_at: next, duration_ms: duration, webhookdelivery: delivery } = row;
  const isDue = next !== null && row.outcome === 'failed' && Date.parse(next) > Date.now();
  return (
    <>
      <td>
        <Anchor
          inherit
          title={moment(at, language)}
          aria-label={`${texts.open(id)}, ${ago(at, language)}`}
          renderRoot={(props) => <Link to="." search={(before: LogAddress) => ({ ...before, entry: id })} {...props} />}
        >
          {ago(at, language)}
        </Anchor>
      </td>
      <td>{event?.name ?? row.event_id}</td>
      <td>{delivery?.object_id}</td>
      <td className="wide">
        {row.url}
        {row.webhook === null && ` (${texts.deleted})`}
      </td>
      <td>
        <OutcomeBadge outcome={row.outcome} />
      </td>
      <td>{row.status ?? row.error}</td>
      <td>{duration?.toLocaleString(language)}</td>
      <td>{row.attempt}</td>
      <td>{isDue && moment(next, language)}</td>
    </>
  );
}

/** Sends attempts again, each delivery once: several attempts of one may be selected. */
const resendAll =
  (rows: readonly LogRow[]): Action<number> =>
  async ({ webhooklog }) => {
    const newest = new Map(rows.toReversed().map((row) => [row.webhookdelivery_id, row.id]));
    for (const id of newest.values()) await webhooklog.resend(id);
    return newest.size;
  };

function ResendSelected({ rows, onDone }: { readonly rows: readonly LogRow[]; readonly onDone: () => void }) {
  const texts = useWebhookTexts().resend;
  const queries = useQueryClient();
  const [sent, setSent] = useState(0);
  const readAgain = () => void queries.invalidateQueries({ queryKey: logKey });
  return (
    <Group gap="sm" mih={36}>
      {rows.length > 0 && (
        <CallButton
          action={resendAll(rows)}
          onDone={(count) => {
            setSent(count);
            onDone();
            readAgain();
          }}
          onRefused={readAgain}
        >
          {texts.selected(rows.length)}
        </CallButton>
      )}
      {sent > 0 && rows.length === 0 && (
        <Alert role="status" p="xs">
          {texts.sent(sent)}
        </Alert>
      )}
    </Group>
  );
}
