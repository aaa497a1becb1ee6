import { Alert, List, Text } from '@mantine/core';
import { useWorkTexts } from './texts/use-texts.ts';

/** The notes of an order and of the rules of its plan. */
export interface OrderNote {
  readonly id: number;
  readonly number: string;
  readonly note: string | null;
  readonly rule_notes: readonly string[];
}

/** Notes of the list's orders for the people who work on them, shown at the start. */
export function Notes({ notes }: { readonly notes: readonly OrderNote[] | undefined }) {
  const texts = useWorkTexts();
  if (!notes || notes.length === 0) return null;
  return (
    <Alert color="yellow" title={texts.notes} className="notes">
      <List size="lg" listStyleType="none">
        {notes.flatMap(({ id, number, note, rule_notes }) =>
          [...(note === null ? [] : [note]), ...rule_notes].map((words) => (
            <List.Item key={`${id} ${words}`}>
              <Text span fw={700}>{`${number}: `}</Text>
              <Text span className="note">
                {words}
              </Text>
            </List.Item>
          )),
        )}
      </List>
    </Alert>
  );
}
