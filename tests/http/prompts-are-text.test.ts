import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Preset } from '#contract/preset.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/** Texts that a template engine would run. */
const TEMPLATES = [
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '{% for x in config %}{{x}}{% endfor %}',
  "{{constructor.constructor('return process')().env}}",
  '${process.env.SECRET}',
  '{prompt} {style} {0} %s %d',
  '[[__proto__]]'
]

let vendor: OpenaiServer
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  vendor = await startOpenaiServer()
  studio = await openStudio({
    environment: { OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: vendor.url, RATE_LIMITS: 'off' }
  })
  ada = await person(studio)
})
afterAll(async () => {
  await studio.close()
  await vendor.close()
})

describe('a prompt that looks like a template', () => {
  test.each(TEMPLATES)('is stored in a preset as it was written: %s', async text => {
    const saved = await json<Preset>(
      studio.call('/api/v1/presets', {
        json: {
          service: 'flux',
          action: 'images',
          name: text,
          prompt: text,
          style: text,
          settings: {}
        },
        token: ada.token.access_token
      })
    )
    expect([saved.name, saved.prompt, saved.style]).toEqual([text, text, text])
  })

  test.each(TEMPLATES)('reaches the vendor as it was written: %s', async text => {
    vendor.requests.length = 0
    const asked = await studio.call('/aichat/conversations', {
      json: { model: 'gpt-6-sol', question: text, preset: text },
      token: ada.credential.token
    })
    await frames(asked)
    expect(JSON.stringify(vendor.requests)).toContain(JSON.stringify(text).slice(1, -1))
    expect(JSON.stringify(vendor.requests)).not.toMatch(/"49"| 49 /)
  })
})
