import { useEffect, useState } from 'react';
import { type Language, useLanguage } from './texts.tsx';

type Others<Texts> = { readonly [Name in Exclude<Language, 'en'>]: () => Promise<Texts> };

/**
 * Returns a hook for the texts of pages that few people open: they are no part of the first load. English comes with the code of the
 * pages, and each other language when somebody needs it. Until it is there, the texts are English.
 */
export function pageTexts<Texts>(en: Texts, others: Others<Texts>): () => Texts {
  const loaded = new Map<Language, Texts>([['en', en]]);
  return () => {
    const { language } = useLanguage();
    const [, setLoaded] = useState(0);
    useEffect(() => {
      if (loaded.has(language) || language === 'en') return;
      others[language]().then(
        (texts) => {
          loaded.set(language, texts);
          setLoaded((count) => count + 1);
        },
        () => undefined,
      );
    }, [language]);
    return loaded.get(language) ?? en;
  };
}
