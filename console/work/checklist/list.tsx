import { Checkbox, Text } from '@mantine/core';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Checking } from './use-checking.ts';

/** The items of a list with a box for each, for people who check by taps. The remaining items come first. */
export function Checklist({
  checking: { items, checked },
  name,
}: {
  readonly checking: Checking;
  readonly name: string;
}) {
  const texts = useWorkTexts();
  const isLeft = ({ id, obstacle }: Checking['items'][number]) => obstacle === null && !checked.ids.has(id);
  const shown = [...items.filter(isLeft), ...items.filter((item) => !isLeft(item))];
  const possible = items.filter(({ obstacle }) => obstacle === null).length;
  return (
    <section aria-label={name}>
      <Text className="counted" aria-live="polite">
        {texts.of(checked.ids.size, possible)}
      </Text>
      <ul className="queue">
        {shown.map(({ id, name: label, details, obstacle }) => (
          <li key={id} className="entry">
            <Checkbox
              size="lg"
              label={label}
              description={obstacle ?? details}
              disabled={obstacle !== null}
              checked={checked.ids.has(id)}
              onChange={({ currentTarget }) =>
                currentTarget.checked ? checked.add([id], { isScanned: false }) : checked.remove([id])
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
