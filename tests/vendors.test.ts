import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import FAL_ENDPOINTS from '#catalog/fal-endpoints.json' with { type: 'json' }
import { SERVICES } from '#catalog/index.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { conditionFields } from '#core/condition.ts'
import { readForm } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import { findOpening, applyOpenings } from '#core/opening.ts'
import type { Action } from '#core/service.ts'
import { vendorRefusals, type VendorAction } from '#core/vendor.ts'
import { checkValues } from '#core/validate.ts'
import { validBody } from './support/bodies.ts'
import { fc } from './support/property.ts'
import { FULL_DOSE } from './support/dose.ts'

type Offer = { name: string; action: Action; vendor: VendorAction }

const OFFERS: readonly Offer[] = Object.entries(VENDOR_SERVICES).flatMap(([vendor, does]) =>
  Object.entries(does).flatMap(([id, verbs]) =>
    Object.entries(verbs).flatMap(([verb, doing]) => {
      const action = SERVICES.find(service => service.id === id)?.actions?.[verb]
      return action === undefined
        ? []
        : [{ name: `${vendor}: ${id} ${verb}`, action, vendor: doing }]
    })
  )
)

test('vendors offer only actions that the catalogue has', () => {
  const all = Object.values(VENDOR_SERVICES).flatMap(does =>
    Object.values(does).flatMap(verbs => Object.keys(verbs))
  )
  expect(OFFERS.length).toBe(all.length)
})

const SERVED = SERVICES.filter(({ id }) => OFFERS.some(({ name }) => name.includes(`: ${id} `)))

test.each(SERVED)(
  'every example of $id can be served by some vendor',
  ({ id, actions = {}, examples = [] }) => {
    const [[verb, { fields, limits = [], opens = {} }] = expect.fail('it has an action')] =
      Object.entries(actions)
    const offers = OFFERS.filter(({ name }) => name.endsWith(`: ${id} ${verb}`))
    for (const settings of examples.flatMap(each => [each, { ...opens, ...each }])) {
      const asked = { prompt: 'A boat', content: 'https://example.com', ...settings }
      const { values } = checkValues(fields, limits, asked)
      const refused = offers.map(({ action, vendor }) => vendorRefusals(action, vendor, values))
      expect(refused, JSON.stringify(settings)).toContainEqual([])
    }
  }
)

/**
 * A result with every property of an earlier video or song that a vendor may read, for fields of
 * type `id`.
 */
const EARLIER = {
  video_url: 'https://files.example/film',
  audio_url: 'https://files.example/song',
  duration: 600,
  lyric: 'A',
  style: 'b'
}

describe.each(OFFERS)('$name', ({ name: offer, action, vendor }) => {
  const { fields, limits = [] } = action
  const ids = Object.keys(fields).filter(name => fields[name]?.type === 'id')
  const earlier = Object.fromEntries(ids.map(name => [name, [EARLIER]]))

  test('as the only vendor, opens its form with choices that it accepts', () => {
    const opening = { verb: findOpening(action, [vendor]) }
    const { actions } = applyOpenings({ actions: { verb: action } }, opening)
    const opened = actions?.['verb'] ?? action
    expect(vendorRefusals(opened, vendor, readForm(opened, {}).values)).toEqual([])
  })

  test('refers to existing fields only', () => {
    const conditions = (vendor.cannot ?? []).flatMap(({ when, field }) => [
      ...conditionFields(when),
      field
    ])
    const named = [...vendor.fields, ...conditions, ...Object.keys(vendor.reads ?? {})]
    expect(named.filter(name => fields[name] === undefined)).toEqual([])
  })

  test('every valid body is refused at a field or becomes a request to an endpoint', () => {
    fc.assert(
      fc.property(validBody(action), body => {
        const understood = Object.entries(body).filter(([name]) => vendor.fields.includes(name))
        const { values, issues } = checkValues(fields, limits, Object.fromEntries(understood))
        fc.pre(issues.length === 0)
        if (vendorRefusals(action, vendor, values).length > 0) return
        const { path, body: sent } = vendor.request({ action: '', values: inline(values), earlier })
        expect(path).toMatch(/^[\w./:-]+$/)
        if (offer.startsWith('fal: ')) expect(FAL_ENDPOINTS).toHaveProperty([path])
        expect(JSON.parse(JSON.stringify(sent))).toEqual(sent)
      }),
      { numRuns: FULL_DOSE ? 200 : 40 }
    )
  })
})

/** Replaces file addresses by data URLs, which every vendor accepts. */
function inline(values: Readonly<Record<string, Json>>): Record<string, Json> {
  const read = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(read)
    return typeof value === 'string' && value.startsWith('https://files.example/')
      ? 'data:image/png;base64,AAAA'
      : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))
}

const PROVIDERS = join(import.meta.dirname, '../src/providers')
const TRANSPORTS = globSync('*.ts', { cwd: PROVIDERS }).filter(file => {
  const text = readFileSync(join(PROVIDERS, file), 'utf8')
  return /: Transport (=|\{)|\): MediaProvider \{/.test(text) && file !== 'vendor-media.ts'
})

test('all transports are found', () => {
  expect(TRANSPORTS.length).toBeGreaterThan(13)
  expect(TRANSPORTS).toEqual(expect.arrayContaining(['gemini.ts', 'post.ts', 'upstream.ts']))
})

test.each(TRANSPORTS)('%s names the document of its wire form, and its date', file => {
  const text = readFileSync(join(PROVIDERS, file), 'utf8')
  const [, source = ''] = /Source:(.*?)\*\//s.exec(text) ?? []
  expect(source).toMatch(/[\w-]+\.[a-z]{2}|package `|specification/)
  expect(source).toMatch(/\b20\d\d\b/)
})
