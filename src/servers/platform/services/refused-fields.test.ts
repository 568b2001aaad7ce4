import { expect, test } from 'vitest'
import { gptimage } from '#catalog/gptimage/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { readForm } from '#core/form.ts'
import { priceOf } from '#core/price.ts'
import { dropFields } from '#core/refused-fields.ts'
import type { Service } from '#core/service.ts'
import { listRefusedFields } from '#servers/platform/services/refused-fields.ts'

/** Keys of these vendors are set. */
function refused(service: Service, vendors: readonly string[], substitute = false) {
  const known: Readonly<Record<string, Readonly<Record<string, object>>>> = VENDOR_SERVICES
  const vendorsOf = ({ id }: Service, verb: string): string[] =>
    vendors.filter(name => name === 'upstream' || verb in (known[name]?.[id] ?? {}))
  const config = { substitute: substitute ? { service: 'nanobanana' as const, model: '' } : null }
  return listRefusedFields({ config, vendorsOf } as never, service)
}

test('a mask is refused if only vendors without masks serve the tool', () => {
  expect(refused(gptimage, ['fal'])).toEqual({ images: ['mask_url'] })
  expect(refused(gptimage, ['fal', 'openai'])).toEqual({})
})

test('optional fields are refused together with those that depend on them', () => {
  const { videos = [] } = refused(kling, ['kling'])
  expect(videos).toContain('camera_control.type')
  expect(videos).toContain('camera_control.config.pan')
  expect(refused(suno, ['fal'])['audios']).toContain('weirdness')
})

test('a form without the refused fields has the same price, limits and defaults', () => {
  for (const service of [gptimage, kling, suno] as readonly Service[])
    for (const vendor of Object.keys(VENDOR_SERVICES)) {
      const left = dropFields(service, refused(service, [vendor]))
      for (const [verb, action] of Object.entries(service.actions ?? {})) {
        const shown = left.actions?.[verb] ?? expect.fail('no action is removed')
        const [all, fewer] = [action, shown].map(each => readForm(each, { prompt: 'A fox' }))
        expect([vendor, fewer]).toEqual([vendor, all])
        expect(priceOf(shown.price, fewer?.values ?? {})).toBe(
          priceOf(action.price, all?.values ?? {})
        )
      }
    }
})

test('a substitute does a part of Midjourney', () => {
  expect(refused(midjourney, ['fal'])).toEqual({})
  expect(refused(midjourney, ['fal'], true)['imagine']).toContain('moodboard')
})

test('another Polymuse and the sandbox support every field', () => {
  expect(refused(gptimage, ['upstream', 'fal'])).toEqual({})
  expect(refused(gptimage, [])).toEqual({})
})

test('only the refused fields are removed', () => {
  const { mask_url: _, ...rest } = gptimage.actions.images.fields
  const { actions } = dropFields(gptimage, { images: ['mask_url'] })
  expect(actions).toEqual({ images: { ...gptimage.actions.images, fields: rest } })
})
