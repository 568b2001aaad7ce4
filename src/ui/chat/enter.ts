/** What is looked at in a key press, of the browser's own event. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'>

/**
 * Does this key send? Enter does, unless it begins a line (Shift, Alt) or chooses a word while one is composed;
 * some browsers say that only by the old key code 229.
 * @param held only with Ctrl or the Command key; then Enter alone begins a line
 */
export function sends({ key, shiftKey, altKey, ctrlKey, metaKey, isComposing, keyCode }: KeyPress, held: boolean): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229 && (!held || ctrlKey || metaKey)
}
