/** What a step of a sign-in begins with: a field where something is wrong, else the one for a code. */
const FIRST = '[aria-invalid=true], #code'

/** Gives the focus to where somebody goes on. Browsers let no frame of another site take it by an attribute. */
export function focusInFrame({ document, parent, self }: Window): void {
  if (parent !== self) document.querySelector<HTMLElement>(FIRST)?.focus()
}
