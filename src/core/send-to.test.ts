import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import { readForm } from '#core/form.ts'
import { applyDeclaredOpenings } from '#core/opening.ts'
import { findFileField, placeFile, type SendableKind } from '#core/send-to.ts'
import type { Action } from '#core/service.ts'

const FILE = 'https://api.example/files/1/a'

function formOf(id: string, verb: string): Action {
  const service = findService(id)
  const action = service && applyDeclaredOpenings(service).actions?.[verb]
  if (action === undefined) throw new Error(`no form ${verb} of ${id}`)
  return action
}
const fieldOf = (id: string, verb: string, kind: SendableKind): string | undefined =>
  findFileField(formOf(id, verb), kind, FILE)

test('a form takes a file in its first field for files of the same kind', () => {
  expect(fieldOf('upscale', 'images', 'image')).toBe('image_url')
  expect(fieldOf('kling', 'videos', 'image')).toBe('start_image_url')
  expect(fieldOf('transcribe', 'texts', 'video')).toBe(fieldOf('transcribe', 'texts', 'audio'))
  expect([fieldOf('erase', 'images', 'audio'), fieldOf('suno', 'audios', 'image')]).toEqual([
    undefined,
    undefined
  ])
})

test('a file is not sent to a mask, also if only the name of the field says so', () => {
  expect(fieldOf('erase', 'images', 'image')).toBe('image_url')
  const image = { type: 'file', accept: 'image', max: 1, bytes: 9 } as const
  const own = {
    ...formOf('erase', 'images'),
    limits: [],
    fields: { mask_image: image, photo: image }
  }
  expect(findFileField(own, 'image', FILE)).toBe('photo')
})

test('a form derives its mode and its model from the file, as when a user picks it', () => {
  const flux = formOf('flux', 'images')
  expect(fieldOf('flux', 'images', 'image')).toBe('image_url')
  const given = placeFile(flux, 'image_url', FILE) ?? {}
  // The choices are not given, so that the form returns to its defaults without the file.
  expect(given).toEqual({ image_url: FILE })
  expect(readForm(flux, given).values).toMatchObject({ action: 'edit', model: 'flux-kontext-pro' })
})

test('a form opens on another model if its own takes no such file', () => {
  expect(placeFile(formOf('pika', 'videos'), 'video_url', FILE)).toMatchObject({ model: '2.0' })
  const kling = formOf('kling', 'videos')
  const { values, issues } = readForm(kling, placeFile(kling, 'video_url', FILE) ?? {})
  expect(values['action']).toBe('motion')
  expect(issues.map(({ code }) => code)).toEqual(['required'])
})

test('a form does not take a file for work that only a result’s button begins', () => {
  expect(placeFile(formOf('suno', 'audios'), 'audio_urls', FILE)).toBeNull()
  expect(fieldOf('suno', 'upload', 'audio')).toBe('audio_url')
})
