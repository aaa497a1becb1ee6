import { Button, Text } from '@mantine/core';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { TabBlocked } from './print-pages.ts';
import type { Printing } from './use-printing.ts';

/** What became of the paper: which printers took it, or why one did not, with another try of what is left. */
export function Printed({ printing }: { readonly printing: Printing }) {
  const texts = useWorkTexts();
  const { error, printers, clearError, resume } = printing;
  const isBlocked = error instanceof TabBlocked;
  return (
    <>
      {isBlocked && (
        <Button size="lg" onClick={resume}>
          {texts.openPaper}
        </Button>
      )}
      {error !== null && !isBlocked && <ProblemNotice error={error} onRetry={resume} onClose={clearError} />}
      {printers.length > 0 && <Text aria-live="polite">{texts.printedOn(printers.join(', '))}</Text>}
    </>
  );
}
