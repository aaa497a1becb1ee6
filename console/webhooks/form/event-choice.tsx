import { Button, Checkbox, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useWebhookTexts } from '../texts/use-texts.ts';
import type { NamedEvent } from '../webhooks.ts';
import { EventExample } from './event-example.tsx';

export interface EventChoiceProps {
  /** The events that the user may have sent. */
  readonly offered: readonly NamedEvent[];
  readonly all: readonly NamedEvent[];
  readonly chosen: readonly number[];
  readonly error: ReactNode;
  readonly isFixed: boolean;
  readonly onChange: (chosen: readonly number[]) => void;
}

/** Chooses events by name and description, and shows an example of what each sends. */
export function EventChoice({ offered, all, chosen, error, isFixed, onChange }: EventChoiceProps) {
  const texts = useWebhookTexts().form;
  const [typed, setTyped] = useState('');
  const title = useId();
  const words = typed.toLowerCase().split(/\s+/);
  const shown = offered.filter(({ name, description }) =>
    words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
  );
  const toggle = (id: number, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <Stack gap="xs" role="group" aria-labelledby={title}>
      <Group gap="xs">
        <Input.Label labelElement="div" id={title}>
          {texts.events}
        </Input.Label>
        {chosen.length > 0 && <Text size="sm">{texts.chosen(chosen.length)}</Text>}
      </Group>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <ChosenEvents
        events={all.filter(({ id }) => chosen.includes(id))}
        isFixed={isFixed}
        onRemove={(id) => toggle(id, false)}
      />
      {!isFixed && (
        <>
          <TextInput
            type="search"
            aria-label={texts.findEvents}
            placeholder={texts.findEvents}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <div className="webhook-events" tabIndex={0} role="region" aria-label={texts.events}>
            {shown.length === 0 && <Text size="sm">{offered.length === 0 ? texts.noneReadable : texts.noEvent}</Text>}
            {shown.map(({ id, name, description }) => (
              <Checkbox
                key={id}
                size="sm"
                label={name}
                description={description}
                checked={chosen.includes(id)}
                onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
              />
            ))}
          </div>
        </>
      )}
    </Stack>
  );
}

interface ChosenEventsProps {
  readonly events: readonly NamedEvent[];
  readonly isFixed: boolean;
  readonly onRemove: (id: number) => void;
}

function ChosenEvents({ events, isFixed, onRemove }: ChosenEventsProps) {
  const texts = useWebhookTexts().form;
  return events.map((event) => (
    <div key={event.id}>
      <Group gap="xs">
        <Text size="sm">{event.name}</Text>
        {!isFixed && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={texts.removeEvent(event.name)}
            onClick={() => onRemove(event.id)}
          >
            <IconX size={14} aria-hidden />
          </Button>
        )}
      </Group>
      <EventExample event={event} />
    </div>
  ));
}
