/** The versions that a typed client is generated with: TypeScript 7 has no programming interface that the generator could use. */
export const CLIENT_GENERATOR = { '@hey-api/openapi-ts': '0.99.0', typescript: '6.0.3' } as const

/** The oldest TypeScript that the generated client was compiled with. */
export const CLIENT_TYPESCRIPT = '5.0'

/** The command that writes a typed client. @param description the address of an OpenAPI document */
export function generatorCommand(description: string): string {
  const packages = Object.entries(CLIENT_GENERATOR).map(([name, version]) => `-p ${name}@${version}`)
  return `npx ${packages.join(' ')} openapi-ts -i ${description} -o src/studio`
}
