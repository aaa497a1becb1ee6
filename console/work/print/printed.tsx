import { Alert, Button, Text } from '@mantine/core';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { MissingLetters } from '../../order/documents/missing-letters.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { TabBlocked } from './print-frame.ts';
import { UnprintableLabel } from './print-labels.ts';
import type { Printing } from './use-printing.ts';

/**
 * The result for the paper: the printers that took it, or the reason of a failure, with another attempt for the
 * rest.
 */
export function Printed({ printing }: { readonly printing: Printing }) {
  const texts = useWorkTexts();
  const { error, printers, documents, clearError, resume } = printing;
  const isBlocked = error instanceof TabBlocked;
  const isUnprintable = error instanceof UnprintableLabel;
  return (
    <>
      <MissingLetters documents={documents} />
      {isBlocked && (
        <Button size="lg" onClick={resume}>
          {texts.openPaper}
        </Button>
      )}
      {isUnprintable && (
        <Alert color="red" role="alert">
          {texts.unprintableLabel(error.number, error.mediaType)}
        </Alert>
      )}
      {error !== null && !isBlocked && !isUnprintable && (
        <ProblemNotice error={error} onRetry={resume} onClose={clearError} />
      )}
      {printers.length > 0 && <Text aria-live="polite">{texts.printedOn(printers.join(', '))}</Text>}
    </>
  );
}
