import { expect, test } from 'vitest'
import { lyricSections } from '#core/lyric-sections.ts'

test('lyrics are split at the marks of their sections', () => {
  const lyric = 'Hum\n\n[Verse 1]\nOn the water\nOn the shore\n\n [Chorus] \nRow\n[Outro]\n'
  expect(lyricSections(lyric)).toEqual([
    { name: '', text: 'Hum' },
    { name: 'Verse 1', text: 'On the water\nOn the shore' },
    { name: 'Chorus', text: 'Row' },
    { name: 'Outro', text: '' }
  ])
})

test('lyrics without marks are one section', () => {
  expect(lyricSections('One\nTwo [softly]\n[]')).toEqual([
    { name: '', text: 'One\nTwo [softly]\n[]' }
  ])
  expect(lyricSections('')).toEqual([])
})
