/** Lets the days of a filter begin at the reader's own midnight, which no server knows. */
export function improveUsageFilters(root: Document): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-utc-offset]')) {
    // As the browser writes it, `-0` would be a word of its own.
    field.value = String(0 - new Date().getTimezoneOffset())
  }
}
