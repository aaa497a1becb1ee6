import { Code } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import type { Reason } from '../order.ts';
import { placeOf, sourceWords } from './questions.ts';

/** The source of a claim: the rule, setting, carrier or person, with file and line. */
export function Source({ reason }: { readonly reason: Reason }) {
  const texts = useTexts().order.track;
  const place = placeOf(reason);
  return (
    <>
      <span className="source">{sourceWords(reason, texts)}</span>{' '}
      {place && <Code title={reason.file ?? undefined}>{place}</Code>}
    </>
  );
}
