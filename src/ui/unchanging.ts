/** A subscription for a value that nobody announces. React reads the value again on each render. */
export function unchanging(): () => void {
  return () => undefined
}
