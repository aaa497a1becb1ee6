import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { longestPage, useEvents, webhooksKey } from '../webhooks.ts';
import { filterOf, type LogAddress, outcomes } from './address.ts';
import { isoTime, localTime } from './times.ts';

/** The filters of the log. Each field changes the address. */
export function LogFilters({ address }: { readonly address: LogAddress }) {
  const texts = useWebhookTexts();
  const permits = usePermits();
  const navigate = useNavigate({ from: '/setup/webhooks/log' });
  const { data: events } = useEvents();
  const set = (change: { readonly [Name in keyof LogAddress]?: LogAddress[Name] | undefined }) =>
    void navigate({
      search: ({ page: _page, entry: _entry, ...before }: LogAddress) => ({ ...before, ...change }) as LogAddress,
      replace: true,
    });
  const words = texts.attempts;
  const all = { value: '', label: words.all };
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={words.filters}>
      <WebhookSelect value={address.webhook} onChange={(webhook) => set({ webhook })} />
      <NativeSelect
        label={words.event}
        value={String(address.event ?? '')}
        data={[all, ...(events ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={({ currentTarget }) => set({ event: Number(currentTarget.value) || undefined })}
      />
      <NativeSelect
        label={words.outcome}
        value={address.outcome ?? ''}
        data={[all, ...outcomes.map((value) => ({ value, label: texts.outcomes[value] }))]}
        onChange={({ currentTarget }) => set({ outcome: outcomes.find((one) => one === currentTarget.value) })}
      />
      <TextInput
        type="datetime-local"
        label={words.from}
        defaultValue={localTime(address.from)}
        key={`from ${address.from}`}
        onBlur={({ currentTarget }) => set({ from: isoTime(currentTarget.value) })}
      />
      <TextInput
        type="datetime-local"
        label={words.until}
        defaultValue={localTime(address.until)}
        key={`until ${address.until}`}
        onBlur={({ currentTarget }) => set({ until: isoTime(currentTarget.value) })}
      />
      {permits('webhookdelivery.read') && (
        <TextInput
          inputMode="numeric"
          label={words.record}
          title={words.recordHint}
          w={150}
          value={String(address.record ?? '')}
          onChange={({ currentTarget }) => set({ record: Number(currentTarget.value.replace(/\D/g, '')) || undefined })}
        />
      )}
      {filterOf(address) && (
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

interface WebhookSelectProps {
  readonly value: number | undefined;
  readonly onChange: (webhook: number | undefined) => void;
}

/** Chooses one webhook, or all. A user who may not see webhooks has no choice. */
export function WebhookSelect({ value, onChange }: WebhookSelectProps) {
  const texts = useWebhookTexts().attempts;
  const permits = usePermits();
  const { data = [] } = useQuery({
    queryKey: [...webhooksKey, 'choice'],
    queryFn: async () => (await client.webhook.list({ sort: 'id', fields: 'id,url', perPage: longestPage })).data,
    enabled: permits('webhook.read'),
  });
  if (!permits('webhook.read')) return null;
  // A deleted one still has its log.
  const isKnown = value === undefined || data.some(({ id }) => id === value);
  const choices = [
    ...(isKnown ? [] : [{ value: String(value), label: `${value}` }]),
    ...data.map(({ id, url }) => ({ value: String(id), label: `${id}: ${url}` })),
  ];
  return (
    <NativeSelect
      label={texts.webhook}
      maw={260}
      value={String(value ?? '')}
      data={[{ value: '', label: texts.all }, ...choices]}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || undefined)}
    />
  );
}
