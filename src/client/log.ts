/** The subjects that have been logged already. */
const told = new Set<string>()

/**
 * Logs a warning to the browser's console for debugging.
 * @param about subject of the warning; each subject is logged only once
 */
export function warnOnce(line: string, about: string): void {
  if (told.has(about)) return
  told.add(about)
  // oxlint-disable-next-line eslint/no-console -- a browser has no other log
  console.warn(line)
}
