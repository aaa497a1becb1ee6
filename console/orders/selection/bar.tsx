import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { BulkAction } from '../../bulk-runs/actions.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Choice } from './dialog.tsx';
import { targetOf } from './selection.ts';
import type { OrderSelection } from './use-selection.ts';

/* Both are loaded with the first selection: most visits of the list select nothing. */
const Actions = lazy(async () => ({ default: (await import('./actions.tsx')).Actions }));
const BulkDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).BulkDialog }));

/** Characters of an expression that an address takes. One that leaves many single orders out is longer. */
const longestAddress = 4_000;

/** Shows the number of selected orders, with the actions on them. Without a selection it shows its children. */
export function SelectionBar(props: { readonly selection: OrderSelection; readonly children: ReactNode }) {
  const { selection, children } = props;
  const texts = useTexts().selection;
  const [choice, setChoice] = useState<Choice | null>(null);
  const { count } = selection;
  const navigate = useNavigate();
  const opener = useRef<Element | null>(null);
  const choose = (action: BulkAction) => {
    const target = targetOf(selection.selection, selection.filter);
    // A selection of all matching orders has a page that can change the search further.
    if ('select' in target && target.select.length <= longestAddress) {
      void navigate({ to: '/bulkruns/new', search: { action, select: target.select } });
      return;
    }
    opener.current = document.activeElement;
    setChoice({ action, count, target });
  };
  const words = count > 0 ? texts.selected(count) : '';
  return (
    <>
      <div aria-live="polite" className="hidden-words">
        {words}
      </div>
      {count === 0 ? (
        children
      ) : (
        <Group className="selection-bar" wrap="nowrap" gap="xs" role="toolbar" aria-label={words}>
          <Text size="sm" fw={600} aria-hidden>
            {words}
          </Text>
          {selection.areAllOn && count < selection.total && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
              {texts.all(selection.total)}
            </Button>
          )}
          <Suspense>
            <Actions onChoose={choose} />
          </Suspense>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={selection.clear}>
            {texts.clear}
          </Button>
        </Group>
      )}
      {choice && (
        <Suspense>
          <BulkDialog
            {...choice}
            onStarted={selection.clear}
            onClose={() => {
              setChoice(null);
              setTimeout(() => returnFocus(opener.current));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Gives the focus back to the button that opened the dialog, to the menu that had it, or to the list after the start of a run. */
function returnFocus(opener: Element | null): void {
  const places = [
    opener,
    ...['.selection-bar [aria-haspopup]', '.orders'].map((place) => document.querySelector(place)),
  ];
  const place = places.find((each) => each instanceof HTMLElement && each.isConnected);
  if (place instanceof HTMLElement) place.focus();
}
