import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { readConfig } from '#servers/config.ts'
import { createKeyCooldowns } from '#servers/lib/key-rests.ts'
import { createLog } from '#servers/lib/log.ts'
import { environmentKeys } from '#servers/lib/vendor-keys.ts'
import { describeServing } from '#servers/serving-lines.ts'

function lines(environment: Record<string, string>): string[] {
  const config = readConfig(environment)
  const looks = { refresh: async () => undefined, reload: async () => undefined }
  const keys = { ...environmentKeys(config), rests: createKeyCooldowns(systemClock), ...looks }
  return describeServing({ config, keys, clock: systemClock, log: createLog('silent') })
}
const nobody = (all: string[]): string => all.find(line => line.startsWith('Nobody')) ?? ''

test('the lines name the sandbox without a key, and nobody if the sandbox is off', () => {
  expect(lines({})).toEqual(['Everything is made by the sandbox: no provider key is set'])
  expect(lines({ SANDBOX: 'off' })).toEqual([
    expect.stringMatching(/^Nobody serves Chat with ChatGPT, .*suno/)
  ])
})

test('no tool is served with only a chat key', () => {
  const all = lines({ DEEPSEEK_API_KEY: 'a' })
  expect(all).toContain('Chat with DeepSeek is served by deepseek')
  expect(nobody(all)).toMatch(/ChatGPT.*flux.*suno/)
})

test('an own server is listed for the models that are routed to it', () => {
  const all = lines({
    CHAT_PROVIDERS: '{"ollama":{"url":"http://127.0.0.1:11434/v1"}}',
    CHAT_MODELS: '{"gpt-5-all":{"provider":"ollama","model":"llama3.2"}}'
  })
  expect(all).toContainEqual(
    expect.stringMatching(/^Chat with ChatGPT is served by ollama \(1 of \d+ models\)$/)
  )
})

test('upstream serves every tool, fal some, and a substitute is listed if it can work', () => {
  expect(
    nobody(lines({ UPSTREAM_URL: 'https://api.studio.example', UPSTREAM_API_KEY: 'a' }))
  ).not.toContain('midjourney')
  const fal = lines({ FAL_KEY: 'a' })
  expect(fal).toContain('flux is served by fal')
  expect(fal).toContainEqual(
    expect.stringMatching(/^suno is served by fal \(\d+ of \d+ actions\)$/)
  )
  expect(nobody(fal)).toContain('midjourney')
  expect(lines({ FAL_KEY: 'a', MIDJOURNEY_SUBSTITUTE: 'nanobanana' })).toContain(
    'midjourney is served by its substitute nanobanana'
  )
  expect(nobody(lines({ XAI_API_KEY: 'a', MIDJOURNEY_SUBSTITUTE: 'nanobanana' }))).toContain(
    'midjourney'
  )
})
