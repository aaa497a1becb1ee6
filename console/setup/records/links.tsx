import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePermits } from '../../ground/session.ts';
import type { KindTexts, RecordAddresses } from './kind.ts';

/** The addresses of one kind as the router knows them: those of all kinds have the same parameters. */
export const routes = ({ all, new: created, one }: RecordAddresses) => ({
  all: all as '/setup/sites',
  new: created as '/setup/sites/new',
  one: one as '/setup/sites/$id',
});

/** The part of a kind that its links need. */
interface Linked {
  readonly name: string;
  readonly addresses: RecordAddresses;
}

interface RecordLinkProps {
  readonly kind: Linked;
  readonly id: number;
  readonly children: ReactNode;
}

/** Leads to the page of a record. */
export function RecordLink({ kind, id, children }: RecordLinkProps) {
  const { one } = routes(kind.addresses);
  return (
    <Anchor inherit renderRoot={(props) => <Link to={one} params={{ id: String(id) }} {...props} />}>
      {children}
    </Anchor>
  );
}

interface ToProps {
  readonly kind: Linked;
  readonly texts: KindTexts;
}

/** Leads to all records of a kind, where the user may see them. */
export function ToAll({ kind, texts }: ToProps) {
  if (!usePermits()(`${kind.name}.read`)) return null;
  const { all } = routes(kind.addresses);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to={all} {...props} />}>
      {texts.all}
    </Anchor>
  );
}

/** Leads to the form of a new record, where the user may make one. */
export function ToNew({ kind, texts }: ToProps) {
  if (!usePermits()(`${kind.name}.create`)) return null;
  const { new: created } = routes(kind.addresses);
  return <Button renderRoot={(props) => <Link to={created} {...props} />}>{texts.new}</Button>;
}
