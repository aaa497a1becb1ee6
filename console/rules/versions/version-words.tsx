import { Text } from '@mantine/core';
import { ago, moment } from '../../ground/time.ts';
import { useLanguage } from '../../texts/texts.tsx';
import type { Version } from '../rules.ts';
import { useRulesTexts } from '../texts/use-texts.ts';

/** User, time and way of a version's activation. */
export function VersionWords({ version }: { readonly version: Version }) {
  const texts = useRulesTexts().versions;
  const { language } = useLanguage();
  const { by, how, rolled_back_to: broughtBack, activated_at: at } = version;
  return (
    <Text size="sm">
      {by ?? texts.program}, <time title={moment(at, language)}>{ago(at, language)}</time>,{' '}
      {broughtBack === null ? texts.how[how] : texts.broughtBack(broughtBack)}
    </Text>
  );
}
