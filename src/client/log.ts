/** What has been told of already. */
const told = new Set<string>()

/** Leaves a line in the browser's console, for whoever looks for a fault. @param about told of once each, however often it happens */
export function warn(line: string, about: string): void {
  if (told.has(about)) return
  told.add(about)
  // oxlint-disable-next-line eslint/no-console -- a browser has no other log
  console.warn(line)
}
