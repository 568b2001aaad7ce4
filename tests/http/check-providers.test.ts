import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#catalog/chat/provider.server.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { checkProviders } from '#servers/operation/check-providers.ts'
import { freshStore } from '../support/database.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { runCommand } from '../support/command.ts'

let vendor: OpenaiServer
beforeAll(async () => {
  vendor = await startOpenaiServer({ keys: { 'sk-wrong': 'unauthorized' } })
})
afterAll(() => vendor.close())

async function check(accounts: Record<string, Account[]>): Promise<{ ok: boolean; lines: string[] }> {
  const lines: string[] = []
  const keys = { vendors: () => Object.keys(accounts), of: (name: string) => accounts[name] ?? [] }
  return { ok: await checkProviders(keys, operatorFetch, line => lines.push(line)), lines }
}
const at = (apiKey: string, baseURL = vendor.url): Account => ({ baseURL, apiKey })

test('a table says who answers and what fails, in words, without any key', async () => {
  const { ok, lines } = await check({
    openai: [at('sk-good-1234'), at('sk-wrong')],
    ollama: [at('')],
    xai: [at('x', 'http://127.0.0.1:9/v1')]
  })
  expect(ok).toBe(false)
  expect(lines.map(line => line.split(/ {2,}/))).toEqual([
    ['provider', 'key', 'address', 'what came of it'],
    ['openai', '…1234', vendor.url, expect.stringMatching(/^answers, \d+ ms$/)],
    ['openai', '…rong', vendor.url, expect.stringMatching(/^FAILS: .*key.*\(401\)$/)],
    ['ollama', 'none', vendor.url, expect.stringMatching(/^answers, \d+ ms$/)],
    ['xai', '…x', 'http://127.0.0.1:9/v1', 'FAILS: the vendor cannot be reached']
  ])
  expect(lines.join('\n')).not.toMatch(/sk-/)
})

test('all good is exit code 0', async () => {
  expect((await check({ openai: [at('sk-good')] })).ok).toBe(true)
})

test('as a command, where nothing was started yet, the environment alone is asked', async () => {
  const store = await freshStore('sqlite')
  expect(await runCommand('check-providers', store)).toMatchObject({ code: 1, output: expect.stringContaining('No provider has a key') })
  await store.remove()
})
