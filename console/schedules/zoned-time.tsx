import { moment } from '../ground/time.ts';
import { useLanguage } from '../texts/texts.tsx';
import { inZone } from './zone.ts';

/** A time in the zone of a schedule. The title has it in the zone of the browser. */
export function ZonedTime({ at, zone }: { readonly at: string; readonly zone: string }) {
  const { language } = useLanguage();
  return (
    <time dateTime={at} title={moment(at, language)}>
      {inZone(at, zone, language)}
    </time>
  );
}
