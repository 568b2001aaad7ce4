import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import FAL_ENDPOINTS from '#catalog/fal-endpoints.json' with { type: 'json' }
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { VendorAction } from '#core/vendor.ts'
import FAL_CLIENT from '../../scripts/model-lists/fal-client.json' with { type: 'json' }
import MEDIA from '../../scripts/model-lists/media.json' with { type: 'json' }

/** The types of fal's client name each endpoint in quotation marks. */
const CLIENT = readFileSync(
  createRequire(import.meta.url)
    .resolve('@fal-ai/client/endpoints')
    .replace(/\.js$/, '.d.ts'),
  'utf8'
)

/** Vendors of tools whose models are listed in media.json. */
const LISTED = [
  'gemini',
  'openai',
  'xai',
  'elevenlabs',
  'minimax',
  'luma',
  'kling',
  'runway'
] as const

const actionsOf = (vendor: keyof typeof VENDOR_SERVICES): VendorAction[] =>
  Object.values(VENDOR_SERVICES[vendor]).flatMap(verbs => Object.values(verbs))

describe('the shipped catalogue of tools', () => {
  test("calls only endpoints that are in the list of fal's client or in media.json", () => {
    const endpoints = Object.keys(FAL_ENDPOINTS)
    expect(endpoints.length).toBeGreaterThan(100)
    const client: readonly string[] = FAL_CLIENT.models
    const unlisted = endpoints.filter(endpoint => !client.includes(endpoint))
    const pages: readonly string[] = MEDIA.vendors.fal.models
    expect(unlisted.filter(endpoint => !pages.includes(endpoint))).toEqual([])
    expect(pages.filter(page => !unlisted.includes(page))).toEqual([])
  })

  test("the list of fal's client agrees with the installed client", () => {
    const unknown = FAL_CLIENT.models.filter(
      endpoint => !CLIENT.includes(`"${endpoint}"`) && !CLIENT.includes(`'${endpoint}'`)
    )
    expect(unknown).toEqual([])
  })

  test.each(LISTED)('calls only models that media.json lists for %s', vendor => {
    const called = new Set(actionsOf(vendor).flatMap(({ models = [] }) => models))
    expect(called.size).toBeGreaterThan(0)
    const listed: readonly string[] = MEDIA.vendors[vendor].models
    expect([...called].filter(model => !listed.includes(model))).toEqual([])
  })
})
