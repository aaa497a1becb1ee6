import type { ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { Client, Document, NewDocument } from '../../client/browser.ts';
import { CallButton } from '../ground/calls.tsx';
import { usePermits } from '../ground/session.ts';
import { open } from '../order/documents/print.ts';

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
    <CallButton
      variant="default"
      leftSection={<IconPrinter size={14} aria-hidden />}
      {...props}
      {...(label === undefined ? {} : { 'aria-label': label })}
      action={async (client): Promise<Document[]> => client.document.create(await request(client))}
      onDone={open}
    >
      {children}
    </CallButton>
  );
}
