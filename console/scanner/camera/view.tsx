import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { handEach } from '../scans.ts';
import { useScannerTexts } from '../texts/use-texts.ts';
import { type Detector, openDetector } from './detector.ts';
import { Sightings } from './sightings.ts';

/** Milliseconds between two looks. A code in a moving hand is sharp in some pictures only, so more looks find it earlier. */
const interval = 100;
/** Milliseconds until the page says that the camera gives no picture. Some browsers never answer. */
const patience = 5_000;

/** Shows what the camera sees, and hands on each code that comes into sight. */
export function CameraView({ onClose }: { readonly onClose: () => void }) {
  const texts = useScannerTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (!video.current) return;
    return watch(video.current, setFault);
  }, []);
  return (
    <Stack gap="xs" className="camera">
      {fault === null ? (
        <video ref={video} muted playsInline aria-label={texts.cameraPicture} />
      ) : (
        <Alert color="yellow" role="alert" title={texts.noCamera}>
          <Text size="sm">{fault}</Text>
        </Alert>
      )}
      <Button size="lg" variant="default" onClick={onClose}>
        {texts.closeCamera}
      </Button>
    </Stack>
  );
}

/** Looks for codes until it is ended. @returns a function that ends it, and switches the camera off */
function watch(video: HTMLVideoElement, onFault: (fault: string) => void): () => void {
  let stream: MediaStream | null = null;
  let detector: Detector | null = null;
  let isEnded = false;
  const sightings = new Sightings();
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    detector?.close();
  };
  const fail = (error: unknown) => {
    if (isEnded) return;
    end();
    onFault(error instanceof Error ? error.message : String(error));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (isEnded || !detector) return;
    try {
      const codes = await detector.detect(video);
      handEach(sightings.appeared(codes, performance.now()), 'camera');
      timer = setTimeout(() => void look(), interval);
    } catch (error) {
      fail(error);
    }
  };
  const begin = async () => {
    // Without HTTPS browsers have no cameras.
    const wanted = { video: { facingMode: 'environment', width: { ideal: 1_280 } }, audio: false };
    [stream, detector] = await Promise.all([navigator.mediaDevices.getUserMedia(wanted), openDetector()]);
    if (isEnded) return end();
    // Somebody had to permit the camera first, and the reader had to be loaded.
    timer = setTimeout(() => fail(new Error('No picture.')), patience);
    video.srcObject = stream;
    await video.play();
    clearTimeout(timer);
    await look();
  };
  void begin().catch(fail);
  return end;
}
