import { Fragment, useEffect, useState } from 'react';
import { type Language, useLanguage } from './texts.tsx';

/** The service's texts in another language. */
interface ServiceWords {
  /** Returns a sentence in the language; null for one that the catalogue of the language does not have. */
  readonly sentence: (english: string) => string | null;
  /** The titles of refusals by their codes. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The languages other than English, which is the service's own. Each is loaded with the first sentence that a page shows. */
const loaders: Partial<Record<Language, () => Promise<ServiceWords>>> = {
  de: async () => {
    const [{ sentence }, { titles }] = await Promise.all([
      import('./de/sentences/sentence.ts'),
      import('./de/problem-titles.ts'),
    ]);
    return { sentence, titles };
  },
};

const known = new Map<Language, ServiceWords>();

/** Returns the words of the service in the language of the page; null for English, and until they are loaded. */
function useServiceWords(): ServiceWords | null {
  const { language } = useLanguage();
  const [, setLoaded] = useState(0);
  useEffect(() => {
    if (known.has(language)) return;
    // Without them the sentences stay English.
    loaders[language]?.().then(
      (words) => {
        known.set(language, words);
        setLoaded((count) => count + 1);
      },
      () => undefined,
    );
  }, [language]);
  return known.get(language) ?? null;
}

const betweenSentences = /(?<=[.?!])\s+(?=\p{Lu})/u;

/** Words of the service in the language of the page. A sentence that the page knows only in English is marked as English. */
export function ServiceText({ children }: { readonly children: string }) {
  const { language } = useLanguage();
  const words = useServiceWords();
  if (language === 'en') return children;
  const whole = words?.sentence(children);
  if (whole) return whole;
  const sentences = children.split(betweenSentences).map((english) => ({ english, own: words?.sentence(english) }));
  if (sentences.every(({ own }) => !own)) return <span lang="en">{children}</span>;
  return sentences.map(({ english, own }, place) => (
    <Fragment key={english}>
      {place > 0 && ' '}
      {own ?? <span lang="en">{english}</span>}
    </Fragment>
  ));
}

/** The title of a refusal by its code. @param children the title of a refusal that the language of the page has no words for */
export function ServiceTitle({ code, children }: { readonly code: string; readonly children: string }) {
  return useServiceWords()?.titles[code] ?? children;
}
