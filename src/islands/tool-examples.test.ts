import { afterEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { flux } from '#catalog/flux/service.ts'
import { headshots } from '#catalog/headshots/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import type { Service } from '#core/service.ts'
import { checkBody } from '#core/warnings.ts'
import { createExampleHandlers } from '#islands/tool-examples.ts'
import { resetAll } from '#stores/persisted.ts'
import { fillForm } from '#stores/tool-form-use.ts'
import { currentForm, openForm, setField } from '#stores/tool-form.ts'

afterEach(resetAll)

const PROMPT = 'A lighthouse at dusk'

function actsOf(service: Service) {
  openForm(service, {})
  return createExampleHandlers(service, (verb, values) => fillForm(service, verb, values))
}
function given(service: Service): Readonly<Record<string, unknown>> {
  const { verb, given: all } = currentForm(service)
  return all[verb] ?? {}
}

const examples = SERVICES.flatMap(service =>
  (service.examples ?? []).map((settings, at) => [service.id, at, settings, service] as const)
)

describe('an example', () => {
  test.each(examples)('of %s, number %i, fills in all of %j', (_id, at, settings, service) => {
    actsOf(service).takeExample(PROMPT, at)
    expect(given(service)).toMatchObject(settings)
    const { fields, limits = [] } = Object.values(service.actions ?? {})[0] ?? { fields: {} }
    // A setting that does not apply would be dropped with a warning.
    expect(checkBody(fields, limits, given(service)).warnings).toEqual([])
  })

  test('empties the fields that it does not set', () => {
    const acts = actsOf(midjourney)
    for (const [name, value] of Object.entries({ no: 'people', version: '7', prompt: 'Mine' }))
      setField(midjourney, name, value)
    acts.takeExample(PROMPT, 1)
    expect(given(midjourney)).toEqual({ prompt: PROMPT, aspect_ratio: '16:9' })
  })

  test('keeps the photo in a form that starts with one, and ignores the prompt there', () => {
    const acts = actsOf(headshots)
    setField(headshots, 'image_urls', ['https://api.example/files/me.jpg'])
    acts.takeExample(PROMPT, 3)
    expect(given(headshots)).toEqual({
      image_urls: ['https://api.example/files/me.jpg'],
      template: 'business_photo'
    })
  })
})

describe('a featured result', () => {
  test('fills in its whole request and nothing else', () => {
    const acts = actsOf(flux)
    setField(flux, 'seed', 7)
    const settings = { action: 'generate', prompt: PROMPT, model: 'flux-pro', size: '9:16' }
    acts.takeFeatured({ action: 'images', settings: { ...settings, gone: 'field' } })
    expect(given(flux)).toEqual(settings)
  })

  test('fills in settings that the API nests', () => {
    const acts = actsOf(midjourney)
    acts.takeFeatured({
      action: 'imagine',
      settings: { prompt: PROMPT, elements: { style: ['gouache'] } }
    })
    expect(given(midjourney)).toEqual({ prompt: PROMPT, 'elements.style': ['gouache'] })
  })

  test('that continues an earlier result fills in nothing', () => {
    const acts = actsOf(flux)
    setField(flux, 'prompt', 'Mine')
    acts.takeFeatured({ action: null, settings: { prompt: PROMPT } })
    expect(given(flux)).toEqual({ prompt: 'Mine' })
  })
})
