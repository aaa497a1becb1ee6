import { ActionIcon } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useScannerTexts } from '../texts/use-texts.ts';

const CameraView = lazy(async () => ({ default: (await import('./view.tsx')).CameraView }));

/** Opens the camera above the field for scans. Its picture decoder is loaded with the first use. */
export function CameraButton() {
  const texts = useScannerTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={48}
        aria-label={texts.camera}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconCamera size={24} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <CameraView onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
