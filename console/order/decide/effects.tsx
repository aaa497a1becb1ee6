import { Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';

/** Effects of a decision on this order, in words. */
export function Effects({ of }: { readonly of: readonly string[] }) {
  const texts = useTexts().order.decide;
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.effects}
      </Text>
      <ul className="effects">
        {of.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </div>
  );
}
