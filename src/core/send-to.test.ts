import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import { findFileField, type SendableKind } from '#core/send-to.ts'

function fieldOf(id: string, kind: SendableKind): string | null {
  const [action] = Object.values(findService(id)?.actions ?? {})
  if (action === undefined) throw new Error(`no action of ${id}`)
  return findFileField(action, kind)
}

test('a tool takes a result in its first field for files of the same kind', () => {
  expect(fieldOf('upscale', 'image')).toBe('image_url')
  expect(fieldOf('kling', 'image')).toBe('start_image_url')
  expect(fieldOf('transcribe', 'video')).toBe(fieldOf('transcribe', 'audio'))
})

test('an image is not sent to a mask field, and other kinds of files are not sent at all', () => {
  expect(fieldOf('erase', 'image')).toBe('image_url')
  expect([fieldOf('erase', 'audio'), fieldOf('suno', 'image')]).toEqual([null, null])
})
