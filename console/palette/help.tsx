import './help.css';
import { Kbd, Modal, Title } from '@mantine/core';
import { Fragment } from 'react';
import { type Key, useAllKeys } from '../ground/keys.ts';
import { useTexts } from '../texts/texts.tsx';
import { useOpening } from './opening.ts';
import { paletteKey } from './palette-key.ts';

/** Lists the keys of all pages and the keys of the page in view. @param onClosed called after it has closed */
export function Help({ onClosed }: { readonly onClosed: () => void }) {
  const texts = useTexts();
  const { isOpen, close } = useOpening();
  const keys = useAllKeys();
  const everywhere = keys.filter(({ isEverywhere }) => isEverywhere);
  const here = keys.filter(({ isEverywhere }) => !isEverywhere);
  const palette = { press: paletteKey, name: texts.keys.palette };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      title={texts.keys.title}
      closeButtonProps={{ 'aria-label': texts.keys.close }}
      size="md"
      transitionProps={{ duration: 0 }}
    >
      <Keys name={texts.keys.everywhere} keys={[palette, ...everywhere]} />
      {here.length > 0 && <Keys name={texts.keys.here} keys={here} />}
    </Modal>
  );
}

function Keys({ name, keys }: { readonly name: string; readonly keys: readonly Pick<Key, 'press' | 'name'>[] }) {
  const texts = useTexts();
  return (
    <>
      <Title order={3} size="sm" mt="xs" mb={4}>
        {name}
      </Title>
      <dl className="keys">
        {keys.map(({ press, name: meaning }) => (
          <Fragment key={press}>
            <dt>
              {press.split(' ').map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && (press === paletteKey ? ' + ' : ` ${texts.keys.followedBy} `)}
                  <Kbd>{part}</Kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}
