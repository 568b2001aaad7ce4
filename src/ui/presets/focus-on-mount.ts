/**
 * Focuses an element when it appears, because the user asked for it. Used as a `ref`; a function
 * outside the component, so that it does not run at each rendering.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
