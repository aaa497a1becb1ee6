import { Button, Stack, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { NewDocument } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { Printed } from './printed.tsx';
import { usePrinting } from './use-printing.ts';

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
  const printing = usePrinting(bodies);
  useScanCommands({ next: () => void navigate(next) });
  const wasPrinted = useRef(false);
  useEffect(() => {
    if (!isFresh || !mayPrint || wasPrinted.current) return;
    wasPrinted.current = true;
    printing.print();
  });
  return (
    <Stack>
      <Title order={2} size="h3">
        {done}
      </Title>
      <Printed printing={printing} />
      {mayPrint && (
        <Button size="lg" variant="default" loading={printing.isPrinting} onClick={printing.print}>
          {texts.print}
        </Button>
      )}
      <Button size="lg" renderRoot={(props) => <Link to={next.to} search={next.search} {...props} />}>
        {texts.next}
      </Button>
    </Stack>
  );
}
