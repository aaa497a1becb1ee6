import { Alert, Skeleton, Stack, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { permits } from '../common/permits.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { sessionQuery } from '../ground/session.ts';
import type { Texts } from '../texts/en.ts';
import { useTexts } from '../texts/texts.tsx';
import { loaded } from './load.ts';

export interface PageOptions<Module> {
  /** The permission without which the page has nothing to show. */
  readonly needs: string;
  readonly title: (texts: Texts) => string;
  readonly load: () => Promise<Module>;
}

/** Returns a page that is loaded when it is opened, and that names a missing permission. */
export function permittedPage<Module extends Record<string, ComponentType>>(
  { needs, title, load }: PageOptions<Module>,
  name: keyof Module & string,
) {
  const Page = lazyRouteComponent(() => loaded(load), name);
  const Permitted = () => {
    const texts = useTexts();
    const { data: session, error, refetch } = useQuery(sessionQuery);
    if (error && !session) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
    if (!session) return <Skeleton height={240} />;
    return permits(session.permissions, needs) ? (
      createElement(Page)
    ) : (
      <NotPermitted title={title(texts)} needs={needs} />
    );
  };
  return Object.assign(Permitted, { preload: Page.preload });
}

/** Says that a page needs a permission. */
export function NotPermitted({ title, needs }: { readonly title: string; readonly needs: string }) {
  const { faults } = useTexts();
  return (
    <Stack maw={640}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Alert color="gray" icon={<IconLock aria-hidden />} title={faults.notPermitted.title}>
        {faults.notPermitted.detail(needs)}
      </Alert>
    </Stack>
  );
}
