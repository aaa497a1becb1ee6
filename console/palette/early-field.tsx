import './palette.css';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** Input before the palette was loaded. */
export interface EarlyInput {
  /** Another number for each time that it opens. */
  readonly opening: number;
  readonly text: string;
  readonly isEntered: boolean;
  /** The element that had the focus before. */
  readonly focused: Element | null;
}

export interface EarlyFieldProps {
  readonly focused: Element | null;
  /** Called after each key that changes the text, and after Enter. */
  readonly onInput: (early: Pick<EarlyInput, 'text' | 'isEntered'>) => void;
  readonly onClose: () => void;
}

/** The field of the palette during its first load: text that is typed during the load is kept. */
export function EarlyField({ focused, onInput, onClose }: EarlyFieldProps) {
  const texts = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // Before the next key.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <div role="dialog" aria-modal="true" aria-label={texts.palette.title} className="palette-early palette-search">
      <IconSearch size={18} aria-hidden />
      <input
        ref={field}
        type="text"
        aria-label={texts.palette.field}
        placeholder={texts.palette.field}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onInput({ text: currentTarget.value, isEntered: false })}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) onInput({ text: currentTarget.value, isEntered: true });
          if (key !== 'Escape') return;
          if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
          onClose();
        }}
        onBlur={onClose}
      />
    </div>
  );
}
