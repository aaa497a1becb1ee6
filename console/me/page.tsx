import { NativeSelect, Paper, Stack, Switch, Text, Title, useMantineColorScheme } from '@mantine/core';
import { useCalls } from '../ground/calls.tsx';
import { useSession } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { type Language, languageNames, useLanguage, useTexts } from '../texts/texts.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';

/** The user's own page: language, colors, password and sessions. */
export function MePage() {
  const texts = useTexts();
  const session = useSession();
  useTitle(texts.me.title);
  return (
    <Stack maw={720}>
      <Title order={1} size="h2">
        {texts.me.title}
      </Title>
      <Text>{session?.user.email ?? session?.user.first_name}</Text>
      <Appearance />
      <Section title={texts.me.password}>
        <PasswordForm />
      </Section>
      <Section title={texts.me.sessions}>
        <Sessions />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Appearance() {
  const texts = useTexts();
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { areShown, show } = useCalls();
  const schemes = { auto: texts.me.likeSystem, light: texts.navigation.light, dark: texts.navigation.dark };
  return (
    <Section title={texts.me.appearance}>
      <Stack maw={320}>
        <NativeSelect
          label={texts.navigation.language}
          value={language}
          onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          label={texts.me.colors}
          value={colorScheme}
          onChange={({ currentTarget }) => setColorScheme(currentTarget.value as keyof typeof schemes)}
          data={Object.entries(schemes).map(([value, label]) => ({ value, label }))}
        />
        <Switch
          label={texts.calls.show}
          description={texts.calls.explained}
          checked={areShown}
          onChange={({ currentTarget }) => show(currentTarget.checked)}
        />
      </Stack>
    </Section>
  );
}
