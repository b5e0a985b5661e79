import type { KeyboardEvent } from 'react';

/** Enter does it, Shift+Enter is a new line; the Enter that ends a word of an input method (229) is neither. */
export function onEnter(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey) return;
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  act();
}
