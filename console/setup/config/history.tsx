import { Stack, Text, Title } from '@mantine/core';
import type { ConfigHistory } from '../../../client/browser.ts';
import { ago, moment } from '../../ground/time.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useLanguage } from '../../texts/texts.tsx';
import { useSetupTexts } from '../texts/use-texts.ts';

/** Differences of a version that are shown at once. */
const shownAtOnce = 3;

/** The configurations that were active, with who activated each, and what it changed. */
export function History({ versions }: { readonly versions: readonly ConfigHistory[] }) {
  const { config: texts } = useSetupTexts();
  return (
    <Stack component="section" gap="xs" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        {texts.history}
      </Title>
      <Text size="sm">{versions.length === 0 ? texts.noHistory : texts.historyHint}</Text>
      {versions.length > 0 && (
        <section className="records" tabIndex={0} aria-label={texts.history}>
          <table>
            <thead>
              <tr>
                <th scope="col" className="number">
                  {texts.version}
                </th>
                <th scope="col">{texts.when}</th>
                <th scope="col">{texts.who}</th>
                <th scope="col">{texts.how}</th>
                <th scope="col" className="secondary">
                  {texts.changes}
                </th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <Row key={version.version} version={version} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Stack>
  );
}

function Row({ version: one }: { readonly version: ConfigHistory }) {
  const { config: texts } = useSetupTexts();
  const { language } = useLanguage();
  const { version, activated_at: at, by, how, rolled_back_to: back, active, changes } = one;
  return (
    <tr>
      <td className="number">{version}</td>
      <td>
        <time dateTime={at} title={moment(at, language)}>
          {ago(at, language)}
        </time>
        {active && <Text size="xs">{texts.isActive}</Text>}
      </td>
      <td>{by ?? texts.byService}</td>
      <td>{back === null ? (texts.hows[how] ?? how) : texts.backTo(back)}</td>
      <td className="secondary">
        <Changes changes={changes} />
      </td>
    </tr>
  );
}

function Changes({ changes }: { readonly changes: readonly string[] }) {
  const { config: texts } = useSetupTexts();
  const [first, more] = [changes.slice(0, shownAtOnce), changes.slice(shownAtOnce)];
  if (changes.length === 0) return texts.noChanges;
  return (
    <>
      <Sentences of={first} />
      {more.length > 0 && (
        <details>
          <summary>{texts.more(more.length)}</summary>
          <Sentences of={more} />
        </details>
      )}
    </>
  );
}

/** Sentences of the service, one below the other. */
export function Sentences({ of }: { readonly of: readonly string[] }) {
  return of.map((sentence) => (
    <div key={sentence}>
      <ServiceText>{sentence}</ServiceText>
    </div>
  ));
}
