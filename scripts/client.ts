// The typed client of our own wire, from the description that the servers give of themselves: `node scripts/client.ts [folder]`.
import { join } from 'node:path'
import { CLIENT_GENERATOR, CLIENT_TYPESCRIPT } from '#core/client-generator.ts'
import { describeParts } from '#servers/openapi.ts'

/** What people write a program against. */
const PARTS = ['platform', 'auth', 'api'] as const

/**
 * Writes the client's sources: types, one function for each call, and what sends them.
 * @param path a folder, replaced whole
 * @throws Error naming the TypeScript that the generator needs, where another one is installed
 */
export async function generateClient(path: string): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts').catch((cause: unknown) => {
    throw new Error(`the client generator needs TypeScript ${CLIENT_GENERATOR.typescript}: npm install`, { cause })
  })
  // The generator keeps what it reads, and adds to it.
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
