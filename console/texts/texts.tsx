import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { en, type Texts } from './en.ts';

export type { Texts } from './en.ts';

/** The languages. All but English are loaded when somebody chooses them. */
const languages = { en: async () => en, de: async () => (await import('./de.ts')).de };

export type Language = keyof typeof languages;
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const kept = 'conveyor-language';

interface Chosen {
  readonly language: Language;
  readonly texts: Texts;
  readonly choose: (language: Language) => void;
}

const Context = createContext<Chosen>({ language: 'en', texts: en, choose: () => undefined });

/** The language that somebody chose here, or else the first one of the browser that there is. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map((name) => name.slice(0, 2));
  return wanted.find((name): name is Language => name in languages) ?? 'en';
}

export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [loaded, setLoaded] = useState<{ language: Language; texts: Texts } | null>(
    language === 'en' ? { language, texts: en } : null,
  );
  useEffect(() => {
    let isCurrent = true;
    document.documentElement.lang = language;
    void languages[language]().then((texts) => isCurrent && setLoaded({ language, texts }));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const choose = (next: Language) => {
    localStorage.setItem(kept, next);
    setLanguage(next);
  };
  if (!loaded) return null;
  return <Context value={{ ...loaded, choose }}>{children}</Context>;
}

/** Returns the texts in the language of the user. */
export const useTexts = (): Texts => use(Context).texts;

/** Returns the language of the user, and a function that changes it. */
export const useLanguage = () => {
  const { language, choose } = use(Context);
  return { language, choose };
};
