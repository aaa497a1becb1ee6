import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Action } from '../../ground/action.ts';
import { CopyCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useShownFault } from '../../ground/shown-fault.ts';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { type NamedEvent, permissionOf, useEvents } from '../webhooks.ts';
import { EventChoice } from './event-choice.tsx';
import { FilterField } from './filter-field.tsx';
import { HeaderRows } from './header-rows.tsx';
import { useWebhookForm } from './use-form.ts';
import type { WebhookValues } from './values.ts';

export interface WebhookFormProps<Result> {
  readonly values: WebhookValues;
  /** The words of the button that sends the form. */
  readonly send: string;
  /** Returns the call for what the form holds; null where there is nothing to send. */
  readonly actionOf: (values: WebhookValues) => Action<Result> | null;
  readonly onDone: (result: Result) => void;
  /** Content beside the button. @param isChanged whether the form has changed since it was sent */
  readonly beside?: (isChanged: boolean) => ReactNode;
}

/** The form of a webhook, new or present. Refusals of the service are shown at their fields. */
export function WebhookForm<Result>(props: WebhookFormProps<Result>) {
  const texts = useWebhookTexts().form;
  const { data: events, error, refetch } = useEvents();
  const permits = usePermits();
  const { values, faults, isChanged, isSending, action, set, submit } = useWebhookForm(props);
  const shown = useShownFault(isSending);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!events) return <Skeleton height={240} />;
  const { objects, offered, unreadable } = choicesOf(events, props.values.event_ids, values.event_ids, permits);
  // A user who may not read the records of the webhook may not send them elsewhere.
  const isFixed = unreadable.length > 0;
  return (
    <form ref={shown} onSubmit={submit} noValidate>
      <Stack>
        {faults.rest !== null && <ProblemNotice error={faults.rest} />}
        {isFixed && <Text size="sm">{texts.notYours(unreadable.join(', '))}</Text>}
        <TextInput
          type="url"
          label={texts.url}
          description={texts.urlHint}
          placeholder="https://shop.example/conveyor"
          required
          maxLength={2_000}
          disabled={isFixed}
          error={faults.fields.url}
          value={values.url}
          onChange={({ currentTarget }) => set({ url: currentTarget.value })}
        />
        <EventChoice
          {...{ offered, isFixed }}
          all={events}
          chosen={values.event_ids}
          error={faults.fields.event_ids}
          onChange={(event_ids) => set({ event_ids })}
        />
        {isFixed ? (
          <TextInput
            label={texts.filter}
            error={faults.filter?.message ?? faults.fields.filter}
            value={values.filter}
            onChange={({ currentTarget }) => set({ filter: currentTarget.value })}
          />
        ) : (
          <FilterField
            objects={objects}
            text={values.filter}
            refused={faults.filter}
            error={faults.fields.filter}
            onText={(filter) => set({ filter })}
            onEnter={submit}
          />
        )}
        <TextInput
          label={texts.embed}
          description={texts.embedHint}
          maxLength={1_000}
          disabled={isFixed}
          error={faults.fields.embed}
          value={values.embed}
          onChange={({ currentTarget }) => set({ embed: currentTarget.value })}
        />
        <HeaderRows rows={values.headers} error={faults.fields.headers} onChange={(headers) => set({ headers })} />
        <Button.Group>
          <Button type="submit" loading={isSending}>
            {props.send}
          </Button>
          {action && <CopyCall action={action} />}
        </Button.Group>
        {props.beside?.(isChanged)}
      </Stack>
    </form>
  );
}

/** Returns what the user may choose, and which permissions the events that the webhook has already would need. */
function choicesOf(
  events: readonly NamedEvent[],
  before: readonly number[],
  chosen: readonly number[],
  permits: (needed: string) => boolean,
) {
  const isReadable = (event: NamedEvent) => permits(permissionOf(event));
  const ofIds = (ids: readonly number[]) => events.filter(({ id }) => ids.includes(id));
  return {
    objects: [...new Set(ofIds(chosen).map(({ object }) => object))],
    offered: events.filter(isReadable),
    unreadable: [
      ...new Set(
        ofIds(before)
          .filter((event) => !isReadable(event))
          .map(permissionOf),
      ),
    ],
  };
}
