import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { isFollowUpPossible, refuseFollowUps } from '#core/output.ts'
import type { Service } from '#core/service.ts'
import { refusedFollowUps } from '#servers/platform/services/follow-ups.ts'

/** Keys of these vendors are set. */
function refused(service: Service, vendors: readonly string[], substitute = false) {
  const known: Readonly<Record<string, Readonly<Record<string, object>>>> = VENDOR_SERVICES
  const vendorsOf = ({ id }: Service, verb: string): string[] =>
    vendors.filter(name => name === 'upstream' || verb in (known[name]?.[id] ?? {}))
  const config = { substitute: substitute ? { service: 'nanobanana' as const, model: '' } : null }
  return refusedFollowUps({ config, vendorsOf } as never, service)
}

test('follow-ups that no vendor can do are refused', () => {
  expect(refused(suno, ['fal'])).toEqual({ audios: ['concat', 'voice', 'stems', 'video'] })
  // ComfyUI draws from texts only, and nobody upscales or makes videos.
  expect(refused(flux, ['comfyui'])).toEqual({ images: ['edit', 'upscale', 'animate'] })
  expect(refused(flux, ['comfyui', 'fal'])).toEqual({})
})

test('another Polymuse and the sandbox do everything', () => {
  expect(refused(suno, ['upstream', 'fal'])).toEqual({})
  expect(refused(suno, [])).toEqual({})
})

test('a substitute does a part of Midjourney', () => {
  expect(refused(midjourney, ['fal'])).toEqual({})
  const { imagine = [] } = refused(midjourney, ['fal'], true)
  expect(imagine).toContain('pan_left')
  expect(imagine).not.toContain('upscale1')
})

test('a refused follow-up is not offered, but stays in the declaration', () => {
  const { actions } = refuseFollowUps(suno, { audios: ['concat'] })
  const [whole, extend] = actions?.['audios']?.followUps ?? []
  const output = { id: 'a' }
  const request = { action: 'extend' }
  expect(whole && isFollowUpPossible(whole, output, request)).toBe(false)
  expect(extend && isFollowUpPossible(extend, output, request)).toBe(true)
})
