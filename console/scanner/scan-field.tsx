import './scanner.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { isEditable } from './editable.ts';
import { FieldReader } from './field-reader.ts';
import { hand, setScanField } from './scans.ts';
import { scannerSettings } from './settings.ts';
import { useScannerTexts } from './texts/use-texts.ts';

/**
 * The text field of a page of work. It has the focus unless somebody types elsewhere: hand-held scanners that type as an input method
 * reach only a focused text field. It opens no keyboard on a screen, until somebody asks for one.
 */
export function ScanField() {
  const texts = useScannerTexts();
  const input = useRef<HTMLInputElement>(null);
  const [hasKeyboard, setKeyboard] = useState(false);
  // Before the page is painted: somebody who sees the page may scan, and all characters have to reach the same place.
  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    const stopReading = readField(field, (code) => {
      hand(code);
      setKeyboard(false);
    });
    const stopKeeping = keepFocus(field);
    setScanField(field);
    return () => {
      setScanField(null);
      stopKeeping();
      stopReading();
    };
  }, []);
  const openKeyboard = () => {
    setKeyboard(true);
    // The focus has to come after the change: only then a phone opens its keyboard.
    input.current?.blur();
    setTimeout(() => input.current?.focus(), 0);
  };
  return (
    <div className="scan-field">
      <input
        ref={input}
        type="text"
        inputMode={hasKeyboard ? 'text' : 'none'}
        enterKeyHint="done"
        aria-label={texts.field}
        placeholder={texts.field}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        data-scan-field
      />
      <Tooltip label={texts.keyboard}>
        <ActionIcon variant="default" size={48} aria-label={texts.keyboard} onClick={openKeyboard}>
          <IconKeyboard size={24} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function readField(field: HTMLInputElement, onCode: ConstructorParameters<typeof FieldReader>[2]): () => void {
  const reader = new FieldReader(field, scannerSettings, onCode);
  const onInput = (event: Event) => reader.onInput(event);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!reader.onKeyDown(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onBeforeInput = (event: InputEvent) => {
    if (event.inputType === 'insertLineBreak') reader.onLineBreak(event);
  };
  field.addEventListener('input', onInput);
  field.addEventListener('keydown', onKeyDown);
  field.addEventListener('beforeinput', onBeforeInput);
  return () => {
    reader.stop();
    field.removeEventListener('input', onInput);
    field.removeEventListener('keydown', onKeyDown);
    field.removeEventListener('beforeinput', onBeforeInput);
  };
}

/**
 * Gives the field the focus, and gives it back after each click or touch that leads to no other field. Keys that move the focus on are
 * left alone: somebody works by keyboard.
 */
function keepFocus(field: HTMLInputElement): () => void {
  const back = () => {
    const focused = document.activeElement;
    if (!isEditable(focused) && document.querySelector('[aria-modal="true"]') === null)
      field.focus({ preventScroll: true });
  };
  const onClick = (event: MouseEvent) => {
    // A click by a key has no detail.
    if (event.detail > 0) setTimeout(back, 0);
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    setTimeout(() => {
      // The element with the focus has left the page. Otherwise the Tab key has moved the focus on, out of the page perhaps.
      if (target instanceof Node && !target.isConnected) back();
    }, 0);
  };
  const onChange = ({ target }: Event) => {
    // Somebody has chosen.
    if (target instanceof HTMLSelectElement) field.focus({ preventScroll: true });
  };
  back();
  window.addEventListener('click', onClick);
  window.addEventListener('change', onChange);
  window.addEventListener('focusout', onFocusOut);
  window.addEventListener('focus', back);
  return () => {
    window.removeEventListener('click', onClick);
    window.removeEventListener('change', onChange);
    window.removeEventListener('focusout', onFocusOut);
    window.removeEventListener('focus', back);
  };
}
