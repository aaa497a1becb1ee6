import { ShownOnce } from '../../../common/shown-once.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';

/** A new key of a user. */
export function KeyOnce({ apiKey }: { readonly apiKey: string }) {
  const texts = usePeopleTexts().keys;
  return <ShownOnce value={apiKey} texts={{ ...texts, title: texts.secret }} />;
}
