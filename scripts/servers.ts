/**
 * Loads the servers as users start them: the bundle of the build.
 * @throws Error if nothing is built
 */
export async function builtServers(): Promise<typeof import('#servers/main.ts')> {
  const { href } = new URL('../dist/servers/main.mjs', import.meta.url)
  return (await import(href)) as typeof import('#servers/main.ts')
}
