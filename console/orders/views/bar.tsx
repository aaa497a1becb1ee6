import { Alert, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useSavedViews, useViewRights } from './saved.ts';
import type { List } from './use-list.ts';
import { allOrders, defaultViews, type OrdersView, ownerOf, savedView } from './view.ts';
import './views.css';

/** The views of the list as links. */
export function ViewBar({ list }: { readonly list: List }) {
  const texts = useTexts();
  const saved = useSavedViews();
  return (
    <>
      <nav className="views" aria-label={texts.views.label}>
        <ViewLink view={{ ...allOrders, name: texts.views.all }} selected={list.view} />
        {defaultViews(texts).map((view) => (
          <ViewLink key={view.key} view={view} selected={list.view} />
        ))}
        <SavedViews views={(saved.data ?? []).map(savedView)} selected={list.view} />
      </nav>
      {saved.error && <ProblemNotice error={saved.error} onRetry={() => void saved.refetch()} />}
      {list.isUnknown && (
        <Alert role="status" color="yellow">
          {texts.views.unknown}
        </Alert>
      )}
    </>
  );
}

interface SavedViewsProps {
  readonly views: readonly OrdersView[];
  readonly selected: OrdersView;
}

/** The own views first, then those of others, with their names. */
function SavedViews({ views, selected }: SavedViewsProps) {
  const texts = useTexts();
  const { userId } = useViewRights();
  const isOwn = ({ saved }: OrdersView) => saved?.owner_id === userId;
  const ordered = [...views.filter(isOwn), ...views.filter((view) => !isOwn(view))];
  return ordered.map((view) => (
    <ViewLink
      key={view.key}
      view={view}
      selected={selected}
      owner={!isOwn(view) && view.saved ? texts.views.by(ownerOf(view.saved)) : undefined}
    />
  ));
}

interface ViewLinkProps {
  readonly view: OrdersView;
  readonly selected: OrdersView;
  readonly owner?: string | undefined;
}

function ViewLink({ view: { key, name, saved }, selected, owner }: ViewLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const isSelected = key === selected.key;
  useEffect(() => {
    if (isSelected) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isSelected]);
  // The router compares addresses: to it a view that somebody changed is another page.
  const props = () => ({ className: 'view', 'aria-current': isSelected ? ('page' as const) : undefined });
  return (
    <Link
      ref={link}
      from="/orders"
      to="/orders"
      search={({ look }) => ({ ...(key === '' ? {} : { view: key }), ...(look ? { look } : {}) })}
      data-saved={saved ? true : undefined}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={props}
      inactiveProps={props}
    >
      {name}
      {owner && (
        <Text span size="xs" className="owner">
          {owner}
        </Text>
      )}
    </Link>
  );
}
