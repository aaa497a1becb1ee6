import type { ButtonProps } from '@mantine/core';
import type { Client, NewDocument } from '../../client/browser.ts';
import { usePermits } from '../ground/session.ts';
import { PrintCall } from '../order/documents/print-call.tsx';

interface PrintLabelsProps extends ButtonProps {
  /** Returns the request for the labels. */
  readonly request: (client: Client) => Promise<NewDocument> | NewDocument;
  /** Tells buttons with the same words apart. */
  readonly label?: string;
  readonly children: string;
}

/** Makes labels or badges, and opens the paper in a new tab, where the browser shows and prints it. */
export function PrintLabels({ request, label, children, ...props }: PrintLabelsProps) {
  const permits = usePermits();
  if (!permits('document.create') || !permits('document.read')) return null;
  return (
    <PrintCall
      {...props}
      {...(label === undefined ? {} : { 'aria-label': label })}
      action={async (client) => client.document.create(await request(client))}
    >
      {children}
    </PrintCall>
  );
}
