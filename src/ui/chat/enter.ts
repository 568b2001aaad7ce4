/** The properties of a browser's key event that decide whether it sends. */
type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'
>

/**
 * Returns whether a key press sends the text. Enter sends, unless it starts a new line (Shift, Alt)
 * or picks a word during composition. Some browsers report composition only by the old key code
 * 229.
 * @param held whether sending needs Ctrl or the Command key; Enter alone then starts a new line
 */
export function isSendKey(
  { key, shiftKey, altKey, ctrlKey, metaKey, isComposing, keyCode }: KeyPress,
  held: boolean
): boolean {
  return (
    key === 'Enter' &&
    !shiftKey &&
    !altKey &&
    !isComposing &&
    keyCode !== 229 &&
    (!held || ctrlKey || metaKey)
  )
}
