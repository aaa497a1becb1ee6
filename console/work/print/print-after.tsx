import { Button, Stack, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Printable } from './printable.ts';
import { Printed } from './printed.tsx';
import { usePrinting } from './use-printing.ts';

/** Paper that somebody can print again. */
export interface PaperToPrint {
  readonly words: string;
  readonly make: () => Promise<readonly Printable[]>;
}

export interface PrintAfterProps {
  /** The finished action, in words. */
  readonly done: string;
  readonly next: { readonly to: '/work'; readonly search: { readonly step: 'ship' | 'pickup' } };
  /** The paper to print automatically now. Each key is printed once on this page; null for no paper. */
  readonly due: { readonly key: string; readonly make: PaperToPrint['make'] } | null;
  readonly papers: readonly PaperToPrint[];
  readonly children?: ReactNode;
}

/** A finished list with its paper: it is printed automatically once, and again by buttons. */
export function PrintAfter({ done, next, due, papers, children }: PrintAfterProps) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const navigate = useNavigate();
  const mayPrint = permits('document.create') && permits('document.read');
  const printing = usePrinting();
  useScanCommands({ next: () => void navigate(next) });
  const printed = useRef<string | null>(null);
  useEffect(() => {
    if (due === null || !mayPrint || printed.current === due.key) return;
    printed.current = due.key;
    printing.print(due.make);
  });
  return (
    <Stack>
      <Title order={2} size="h3">
        {done}
      </Title>
      {children}
      <Printed printing={printing} />
      {mayPrint &&
        papers.map(({ words, make }) => (
          <Button
            key={words}
            size="lg"
            variant="default"
            loading={printing.isPrinting}
            onClick={() => printing.print(make)}
          >
            {words}
          </Button>
        ))}
      <Button size="lg" renderRoot={(props) => <Link to={next.to} search={next.search} {...props} />}>
        {texts.next}
      </Button>
    </Stack>
  );
}
