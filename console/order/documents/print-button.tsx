import { useQueryClient } from '@tanstack/react-query';
import type { NewDocument } from '../../../client/browser.ts';
import { documentsKey } from './print.ts';
import { PrintCall } from './print-call.tsx';

export interface PrintButtonProps {
  readonly orderId: number;
  readonly body: NewDocument;
  readonly title: string;
  readonly children: string;
}

/** Makes documents of an order, and opens them. */
export function PrintButton({ orderId, body, ...props }: PrintButtonProps) {
  const queries = useQueryClient();
  return (
    <PrintCall
      size="compact-sm"
      {...props}
      action={(calls) => calls.document.create(body)}
      onMade={() => void queries.invalidateQueries({ queryKey: documentsKey(orderId) })}
    />
  );
}
