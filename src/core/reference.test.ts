import { expect, test } from 'vitest'
import {
  createMessageContent,
  referenceKind,
  contentReferences,
  supportsFileKind,
  referenceIssue
} from '#core/reference.ts'

const BOAT = { url: 'https://a.example/files/1', name: 'boat.png', type: 'image/png', size: 5 }
const PLAN = {
  url: 'https://a.example/files/2',
  name: 'plan.pdf',
  type: 'application/pdf',
  size: 6
}

test('content is plain text if there are no files, and parts from which the files can be read back', () => {
  expect(createMessageContent('Look', [])).toBe('Look')
  const content = createMessageContent('Look', [BOAT, PLAN])
  expect(content).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: BOAT.url, name: 'boat.png', media_type: 'image/png', size: 5 },
    {
      type: 'file_url',
      file_url: PLAN.url,
      name: 'plan.pdf',
      media_type: 'application/pdf',
      size: 6
    }
  ])
  expect(contentReferences(content)).toEqual([BOAT, PLAN])
  expect(contentReferences('Look')).toEqual([])
})

test('an external image stays an image when it is sent again', () => {
  const content = [{ type: 'image_url', image_url: { url: 'https://b.example/x.png' } }] as const
  expect(createMessageContent('', contentReferences(content))).toMatchObject([
    {},
    { type: 'image_url', image_url: 'https://b.example/x.png' }
  ])
})

test.each([
  ['image/png', 'picture', true, true],
  ['application/pdf', 'document', false, true],
  ['text/plain', 'text', false, true],
  ['application/json', 'text', false, true],
  ['image/svg+xml', null, false, false],
  ['audio/mpeg', null, false, false]
])('%s is read as %s', (type, kind, byEyes, byAll) => {
  expect(referenceKind(type)).toBe(kind)
  const read = (isFileSupported: boolean): boolean =>
    kind !== null &&
    supportsFileKind({ isFileSupported, isImageSupported: true }, referenceKind(type) ?? 'text')
  expect([read(false), read(true)]).toEqual([byEyes, byAll])
})

test.each([
  ['image/png', 10_000_000, null],
  ['image/png', 10_000_001, 'too_large'],
  ['text/plain', 200_000, null],
  ['text/plain', 200_001, 'too_large'],
  ['video/mp4', 1, 'not_allowed']
])('the error of %s with %i bytes is %s', (type, size, wrong) => {
  expect(referenceIssue({ type, size })).toBe(wrong)
})
