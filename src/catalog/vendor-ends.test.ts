import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IMAGE_MODEL_NAME } from '#catalog/chat/models.ts'
import { makerOf, vendorModels } from '#catalog/chat/provider.server.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { endsSoon, MODEL_END_DATES } from '#catalog/vendor-ends.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { readForm } from '#core/form.ts'
import { vendorRefusals } from '#core/vendor.ts'

const MODELS = CHAT_GROUPS.flatMap(({ models }) => models)
const NOW = Date.now()
const FOLDER = join(import.meta.dirname, '../../scripts/model-lists')
type VendorLists = { date: string; vendors: Record<string, readonly string[]> }

/** The files with model lists. Each has the lists of all vendors of one day. */
const LISTS = readdirSync(FOLDER)
  .filter(file => file.startsWith('chat-'))
  .map(file => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as VendorLists)
const [newest] = LISTS.toSorted((a, b) => b.date.localeCompare(a.date))

describe('the shipped catalogue', () => {
  test('calls only models that are in the newest list of their vendor', () => {
    const vendors = Object.entries(newest?.vendors ?? {})
    const unknown = vendors.flatMap(([vendor, listed]) =>
      [...vendorModels(vendor, {}).keys()].filter(model => !listed.includes(model))
    )
    expect(unknown).toEqual([])
    const called = vendors.flatMap(([vendor]) => [...vendorModels(vendor, {}).values()].flat())
    expect(new Set(called)).toEqual(
      new Set(MODELS.map(({ name }) => name).filter(name => name !== IMAGE_MODEL_NAME))
    )
  })

  test('calls no vendor model that has ended or ends within 30 days', () => {
    const chat = [...new Set(MODELS.map(makerOf))].flatMap(vendor => [
      ...vendorModels(vendor, {}).keys()
    ])
    const media = Object.values(VENDOR_SERVICES)
      .flatMap(services => Object.values(services).flatMap(service => Object.values(service)))
      .flatMap(({ models = [] }) => models)
    expect(media.length).toBeGreaterThan(0)
    expect([...chat, ...media].filter(model => endsSoon(MODEL_END_DATES[model], NOW))).toEqual([])
  })

  test('offers no chat model that is retired or ends within 30 days, and starts each group with an offered one', () => {
    expect(MODELS.filter(({ enabled, until }) => enabled && endsSoon(until, NOW))).toEqual([])
    const shipped = CHAT_GROUPS.filter(({ models }) => models.length > 0)
    expect(shipped.filter(({ models: [first] }) => first?.enabled !== true)).toEqual([])
  })

  test('replaces every model that ends soon by an offered successor, at its price', () => {
    for (const { name, until, becomes, price, group } of MODELS.filter(each =>
      endsSoon(each.until, NOW)
    )) {
      const successor = MODELS.find(each => each.name === becomes)
      expect(successor, `${name} has no successor`).toMatchObject({ enabled: true, group, price })
      expect(endsSoon(successor?.until, NOW), `${name} ends ${until}`).toBe(false)
    }
  })

  test('offers no option of a service that has ended, and names a successor for each', () => {
    const choices = SERVICES.flatMap(({ id, actions = {} }) =>
      Object.values(actions).flatMap(({ fields }) =>
        Object.entries(fields).flatMap(([name, field]) =>
          field.type === 'choice' ? [{ name: `${id} ${name}`, field }] : []
        )
      )
    )
    const ended = choices.flatMap(({ name, field: { options, retired = {} } }) =>
      Object.entries(retired).map(([option, { until, becomes }]) => ({
        name: `${name} ${option} ${until}`,
        isDate: Number.isFinite(Date.parse(until)),
        isOffered: options.includes(option),
        hasSuccessor: options.includes(becomes)
      }))
    )
    expect(ended.length).toBeGreaterThan(3)
    for (const each of ended)
      expect(each).toMatchObject({ isDate: true, isOffered: false, hasSuccessor: true })
    const defaults = choices.filter(({ field }) => field.default !== undefined)
    for (const { name, field } of defaults)
      expect(field.options, `the default of ${name}`).toContain(field.default)
  })

  test('gives every tool defaults that fal and Gemini accept, if they serve it', () => {
    const tools = SERVICES.filter(
      ({ id }) => VENDOR_SERVICES.fal[id] !== undefined || VENDOR_SERVICES.gemini[id] !== undefined
    )
    expect(tools.length).toBeGreaterThan(5)
    for (const { id, actions = {} } of tools)
      for (const [verb, action] of Object.entries(actions)) {
        const { values } = readForm(action, {})
        const takers = [VENDOR_SERVICES.gemini, VENDOR_SERVICES.fal].flatMap(
          vendor => vendor[id]?.[verb] ?? []
        )
        for (const taker of takers)
          expect(vendorRefusals(action, taker, values), `${id}/${verb}`).toEqual([])
      }
  })
})

test.each([
  [undefined, '2026-11-23', false],
  ['2026-12-10', '2026-11-10', false],
  ['2026-12-10', '2026-11-11', true],
  ['2026-12-10', '2027-01-01', true]
])('endsSoon for the last day %s on %s is %s', (until, day, expected) => {
  expect(endsSoon(until, Date.parse(day))).toBe(expected)
})
