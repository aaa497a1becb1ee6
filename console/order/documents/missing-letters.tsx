import { Alert, Text } from '@mantine/core';
import type { DocumentAnswer } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Letters that the paper of some documents cannot show, before it is printed. */
export function MissingLetters({ documents }: { readonly documents: readonly DocumentAnswer[] }) {
  const texts = useTexts().documents.missing;
  const missing = documents.flatMap(({ number, missing_letters }) =>
    missing_letters.map(({ order, text, letters }) => ({ of: order ?? number, text, letters })),
  );
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" role="alert">
      <Text fw="bold">{texts.title}</Text>
      {missing.map(({ of, text, letters }) => (
        <Text key={`${of} ${text}`}>{texts.letters(of, text, letters)}</Text>
      ))}
      <Text>{texts.way}</Text>
    </Alert>
  );
}
