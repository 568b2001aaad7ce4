/** Puts a text into a field as if a person had typed it, so that whoever listens to the field hears of it. */
export function writeInto(field: HTMLTextAreaElement, text: string): void {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Gives a field the height of its text where the browser does not do that by itself (`field-sizing`). */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
