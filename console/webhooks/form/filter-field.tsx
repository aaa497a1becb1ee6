import { Input, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { ExpressionField } from '../../orders/search/expression-field.tsx';
import type { Fault } from '../../orders/search/fault.ts';
import { usePatience } from '../../orders/search/patience.ts';
import type { EditorModule } from '../../orders/search/use-editor.ts';
import { useFault } from '../../orders/search/use-fault.ts';
import { useLanguage } from '../../texts/texts.tsx';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { useMatches } from './matches.ts';

export interface FilterFieldProps {
  /** The kinds of records that the webhook sends. The filter must be right for each. */
  readonly objects: readonly string[];
  readonly text: string;
  /** Why the service has refused this filter. */
  readonly refused: Fault | null;
  /** A refusal that has no place in the text. */
  readonly error: ReactNode;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

/** The filter of a webhook: an expression with completion, the place of a fault, and how many records of late match. */
export function FilterField({ objects, text, refused, error, onText, onEnter }: FilterFieldProps) {
  const texts = useWebhookTexts().form;
  const [editor, setEditor] = useState<EditorModule | null>(null);
  const { fault, isJudged } = useFault(editor, text, objects);
  const shown = usePatience(refused ?? fault, text);
  const [object] = objects;
  const isCorrect = isJudged && fault === null && refused === null && text.trim() !== '';
  return (
    <Stack gap={2}>
      <Input.Label labelElement="div">{texts.filter}</Input.Label>
      {object === undefined ? (
        <Text size="xs" c="dimmed">
          {texts.eventFirst}
        </Text>
      ) : (
        <>
          <ExpressionField
            // The editor completes the names of one kind of record.
            key={object}
            label={texts.filter}
            hint={texts.filterHint}
            resource={object}
            text={text}
            fault={shown}
            onText={onText}
            onEnter={onEnter}
            onLoaded={setEditor}
          />
          {error && <Input.Error role="alert">{error}</Input.Error>}
          <MatchCounts objects={objects} filter={isCorrect ? text.trim() : null} />
        </>
      )}
    </Stack>
  );
}

function MatchCounts({ objects, filter }: { readonly objects: readonly string[]; readonly filter: string | null }) {
  const texts = useWebhookTexts().form;
  const { language } = useLanguage();
  const { data, error, isFetching } = useMatches(objects, filter);
  if (filter === null) return null;
  if (error) return <ProblemNotice error={error} />;
  const words = ({ total, isAtLeast }: { total: number; isAtLeast: boolean }) =>
    `${total.toLocaleString(language)}${isAtLeast ? '+' : ''}`;
  return (
    <div aria-live="polite">
      {isFetching || !data ? (
        <Text size="sm">{texts.counting}</Text>
      ) : (
        data.map(({ object, matching, all }) => (
          <Text key={object} size="sm">
            {matching && all ? texts.matching(object, words(matching), words(all)) : texts.noTime(object)}
          </Text>
        ))
      )}
    </div>
  );
}
