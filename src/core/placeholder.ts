/** How the origin begins that stands for all loopback hosts of a deployment: no address that anyone can open. */
export const PLACEHOLDER = 'http://localhost-'

/** @returns does this origin stand for the machine itself? */
export function isPlaceholder(origin: string): boolean {
  return origin.startsWith(PLACEHOLDER)
}
