import { Alert, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { ServiceText } from '../texts/service-words.tsx';
import { outageOf } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';

/** Says that Temporal does not answer. The page keeps trying, and the notice disappears automatically. */
export function TemporalOutage({ failure }: { readonly failure: Error | null }) {
  const texts = useScheduleTexts();
  const why = outageOf(failure);
  if (why === null) return null;
  return (
    <Alert role="status" color="yellow" icon={<IconPlugConnectedX aria-hidden />} title={texts.away}>
      <Text size="sm">
        <ServiceText>{why}</ServiceText>
      </Text>
      <Text size="sm">{texts.goesOn}</Text>
    </Alert>
  );
}
