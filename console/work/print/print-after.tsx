import { Button, Stack, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { NewDocument } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { addressOf } from '../../order/documents/print.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { printPages } from './print-pages.ts';

export interface PrintAfterProps {
  /** What the paper is of. */
  readonly bodies: readonly NewDocument[];
  /** What is done, in words. */
  readonly done: string;
  readonly next: { readonly to: '/work'; readonly search: { readonly step: 'ship' | 'pickup' } };
  /** Whether the list was finished on this page: its paper is printed by itself then. */
  readonly isFresh: boolean;
}

/** A list that is finished, with its paper: it is printed by itself once, and again by a button. */
export function PrintAfter({ bodies, done, next, isFresh }: PrintAfterProps) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const navigate = useNavigate();
  const mayPrint = permits('document.create') && permits('document.read');
  const [error, setError] = useState<unknown>(null);
  const [isPrinting, setPrinting] = useState(false);
  const print = async () => {
    setPrinting(true);
    setError(null);
    try {
      const documents = [];
      for (const body of bodies) documents.push(...(await client.document.create(body)));
      await printPages(addressOf(documents));
    } catch (reason) {
      setError(reason);
    } finally {
      setPrinting(false);
    }
  };
  useScanCommands({ next: () => void navigate(next) });
  const wasPrinted = useRef(false);
  useEffect(() => {
    if (!isFresh || !mayPrint || wasPrinted.current) return;
    wasPrinted.current = true;
    void print();
  });
  return (
    <Stack>
      <Title order={2} size="h3">
        {done}
      </Title>
      {error !== null && <ProblemNotice error={error} onClose={() => setError(null)} />}
      {mayPrint && (
        <Button size="lg" variant="default" loading={isPrinting} onClick={() => void print()}>
          {texts.print}
        </Button>
      )}
      <Button size="lg" renderRoot={(props) => <Link to={next.to} search={next.search} {...props} />}>
        {texts.next}
      </Button>
    </Stack>
  );
}
