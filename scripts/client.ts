// Generates the typed client of our API from the OpenAPI description: `node scripts/client.ts
// [folder]`.
import { join } from 'node:path'
import { CLIENT_GENERATOR, CLIENT_TYPESCRIPT } from '#core/client-generator.ts'
import { describeParts } from '#servers/openapi.ts'

/** The parts of the API that API users program against. */
const PARTS = ['platform', 'auth', 'api'] as const

/**
 * Writes the client's sources: the types, one function for each call, and the transport.
 * @param path a folder; its content is replaced
 * @throws Error naming the required TypeScript version if another one is installed
 */
export async function generateClient(path: string): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts').catch((cause: unknown) => {
    throw new Error(
      `the client generator needs TypeScript ${CLIENT_GENERATOR.typescript}: npm install`,
      { cause }
    )
  })
  // The generator mutates its input.
  const input = structuredClone(describeParts(PARTS)) as unknown as Record<string, unknown>
  await createClient({
    input,
    output: { path, clean: true, module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' }
  })
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'build', 'gen')
  await generateClient(folder)
  process.stdout.write(
    `the typed client is in ${folder}; it needs TypeScript ${CLIENT_TYPESCRIPT} or newer, with allowImportingTsExtensions\n`
  )
}
