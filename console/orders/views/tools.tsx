import { ActionIcon, Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { View } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { ColumnsButton } from '../columns/button.tsx';
import { columnsOf } from '../columns/catalogue.tsx';
import { readable } from '../columns/column.ts';
import { useViewRights, viewsKey } from './saved.ts';
import type { List } from './use-list.ts';
import type { OrdersView } from './view.ts';

const ViewDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).ViewDialog }));

/** Actions on the list: save its changes in the view or in a new one, change or delete the view, and choose columns. */
export function ListTools({ list }: { readonly list: List }) {
  const texts = useTexts().views;
  const navigate = useNavigate();
  const { view, isChanged } = list;
  const mayChange = useMayChange(view);
  const show = useShow();
  const [isNew, { open: openNew, close: closeNew }] = useDisclosure();
  const [isEdited, { open: edit, close: closeEdit }] = useDisclosure();
  const keep = useKept(list);
  const { saved } = view;
  return (
    <div className="view-tools">
      {isChanged && view.key !== '' && (
        <>
          <Badge variant="light" color="gray" tt="none">
            {texts.changed}
          </Badge>
          <ActionIcon
            variant="subtle"
            aria-label={texts.asItWas}
            title={texts.asItWas}
            onClick={() => void navigate({ to: '/orders', search: { view: view.key } })}
          >
            <IconArrowBackUp size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      {isChanged && saved && mayChange && (
        <CallButton size="compact-sm" action={(client) => client.view.update(saved.id, keep)} onDone={show}>
          {texts.save}
        </CallButton>
      )}
      {isChanged && (
        <Button size="compact-sm" variant="default" onClick={openNew}>
          {view.key === '' ? texts.saveAsView : texts.saveAsNew}
        </Button>
      )}
      {saved && mayChange && (
        <ActionIcon variant="default" aria-label={texts.more(view.name)} aria-haspopup="dialog" onClick={edit}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
      <ColumnsButton list={list} />
      <Suspense>
        {isNew && <ViewDialog kept={keep} onClose={closeNew} onDone={show} />}
        {isEdited && saved && <ViewDialog kept={{}} view={saved} onClose={closeEdit} onDone={show} />}
      </Suspense>
    </div>
  );
}

/**
 * Returns what a view keeps of the list. Words are kept as the expression that they stand for. Columns that the user may not read are
 * left out: the service refuses a view with one.
 */
function useKept({ expression, sort, columns }: List) {
  const texts = useTexts();
  const { language } = useLanguage();
  const shown = readable(columnsOf(columns, texts, language), usePermits());
  return { filter: expression ?? null, sort, columns: shown.map(({ name }) => name) };
}

function useMayChange({ saved }: OrdersView): boolean {
  const { userId, managesShared } = useViewRights();
  return saved !== undefined && (saved.owner_id === userId || managesShared);
}

/** Returns a function that shows a view after it was saved; null for one that was deleted. */
function useShow() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (view: View | null) => {
    await queries.invalidateQueries({ queryKey: viewsKey });
    await navigate({ to: '/orders', search: view ? { view: view.id } : {} });
  };
}
