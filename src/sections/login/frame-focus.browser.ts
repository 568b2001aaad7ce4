/** The element that a screen focuses first: an invalid field, else the field for a code. */
const FIRST = '[aria-invalid=true], #code'

/**
 * Focuses the field where the user continues. Browsers ignore `autofocus` in a frame of another
 * site.
 */
export function focusInFrame({ document, parent, self }: Window): void {
  if (parent !== self) document.querySelector<HTMLElement>(FIRST)?.focus()
}
