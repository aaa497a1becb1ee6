import type { ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { DocumentAnswer } from '../../../client/browser.ts';
import type { Action } from '../../ground/action.ts';
import { CallButton } from '../../ground/calls.tsx';
import { MissingLetters } from './missing-letters.tsx';
import { open } from './print.ts';

export interface PrintCallProps extends ButtonProps {
  /** Makes the documents. */
  readonly action: Action<DocumentAnswer[]>;
  readonly onMade?: () => void;
  readonly title?: string;
  readonly children: string;
}

/** Makes documents, lists the letters that the paper cannot show, and opens the paper in a new tab to print it. */
export function PrintCall({ action, onMade, ...props }: PrintCallProps) {
  const [made, setMade] = useState<readonly DocumentAnswer[]>([]);
  const done = (documents: DocumentAnswer[]) => {
    setMade(documents);
    onMade?.();
    open(documents);
  };
  return (
    <>
      <CallButton
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
        {...props}
        action={action}
        onDone={done}
      />
      <MissingLetters documents={made} />
    </>
  );
}
