import { IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Document, NewDocument } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { documentsKey, open } from './print.ts';

export interface PrintButtonProps {
  readonly orderId: number;
  readonly body: NewDocument;
  readonly title: string;
  readonly children: string;
}

/** Makes documents, and opens them. */
export function PrintButton({ orderId, body, title, children }: PrintButtonProps) {
  const queries = useQueryClient();
  const done = (made: Document[]) => {
    void queries.invalidateQueries({ queryKey: documentsKey(orderId) });
    open(made);
  };
  return (
    <CallButton
      size="compact-sm"
      variant="default"
      leftSection={<IconPrinter size={14} aria-hidden />}
      title={title}
      action={(calls) => calls.document.create(body)}
      onDone={done}
    >
      {children}
    </CallButton>
  );
}
