import { expect, test } from 'vitest'
import { createZipNames } from '#servers/api/library/zip-names.ts'

test('files of the same name get numbers, also if only upper and lower case differ', () => {
  const names = createZipNames([])
  expect(['a.png', 'A.PNG', 'a (2).png', 'a.png', 'a'].map(names)).toEqual([
    'a.png',
    'A (2).PNG',
    'a (2) (2).png',
    'a (3).png',
    'a'
  ])
})

test('names in a zip have no paths and no hidden or reserved files', () => {
  const names = createZipNames(['missing.txt'])
  expect(
    ['../../etc/passwd', 'C:\\x\\a\u0000b\u202ec.png', '..', 'what?.png', 'missing.txt'].map(names)
  ).toEqual(['passwd', 'abc.png', 'file', 'what_.png', 'missing (2).txt'])
})
