/**
 * Prefix of the origin that represents all loopback hosts of a deployment. Nobody can open such a
 * URL.
 */
export const PLACEHOLDER_PREFIX = 'http://localhost-'

/**
 * @returns true if this origin represents the machine itself
 */
export function isPlaceholderOrigin(origin: string): boolean {
  return origin.startsWith(PLACEHOLDER_PREFIX)
}

/**
 * Returns the host of a site as its name. The placeholder site gets the host of the current
 * request.
 */
export function siteName(origin: string, host: string): string {
  return isPlaceholderOrigin(origin) || !URL.canParse(origin) ? host : new URL(origin).host
}
