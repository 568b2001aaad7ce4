import { afterEach, expect, test } from 'vitest'
import { explainBrokenMedia } from '#ui/tool/broken-media.ts'

const SENTENCE = 'This file can’t be shown.'

afterEach(() => document.body.replaceChildren())

const broken = (): (string | null)[] =>
  [...document.querySelectorAll('figure')].map(each => each.getAttribute('data-broken'))

test('a sentence is over results that cannot be loaded, now or later, and over no others', () => {
  document.body.innerHTML = ['early', 'late', 'fine']
    .map(id => `<figure class="tool-figure"><a><img id="${id}" alt="A boat"></a></figure>`)
    .join('')
    .concat('<figure class="tool-figure"><video></video></figure><img id="other">')
  const failed = { complete: true, currentSrc: 'a.png', naturalWidth: 0 }
  for (const [name, value] of Object.entries(failed))
    Object.defineProperty(document.getElementById('early'), name, { value })
  explainBrokenMedia(document, SENTENCE)
  expect(broken()).toEqual([SENTENCE, null, null, null])
  for (const media of document.querySelectorAll('#late, #other, video'))
    media.dispatchEvent(new Event('error'))
  expect(broken()).toEqual([SENTENCE, SENTENCE, null, SENTENCE])
  expect(document.getElementById('late')?.getAttribute('alt')).toBe('A boat')
})
