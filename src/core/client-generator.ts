/**
 * The package versions that generate a typed client. The generator cannot use TypeScript 7, which
 * has no programming interface for it.
 */
export const CLIENT_GENERATOR = { '@hey-api/openapi-ts': '0.99.0', typescript: '6.0.3' } as const

/** The oldest TypeScript version that compiled the generated client in a test. */
export const CLIENT_TYPESCRIPT = '5.0'

/**
 * Returns the shell command that generates a typed client.
 * @param description URL of an OpenAPI document
 */
export function generatorCommand(description: string): string {
  const packages = Object.entries(CLIENT_GENERATOR).map(
    ([name, version]) => `-p ${name}@${version}`
  )
  return `npx ${packages.join(' ')} openapi-ts -i ${description} -o src/studio`
}
