import { expect, test } from 'vitest'
import { focusSong, markPlaying, songsOnPage } from '#ui/player/song-buttons.ts'

function page(): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = `<main tabindex="-1">
    <section><button data-song="/a" data-title="A" data-line="folk" data-cover="/c"></button>
      <p data-lyric> [Verse]
On the water </p></section>
    <section><button data-song="/b" data-title="B"></button></section></main>`
  document.body.replaceChildren(root)
  return root
}

test('the songs of a page are read from their buttons, with the lyrics beside them', () => {
  expect(songsOnPage(page())).toEqual([
    { url: '/a', title: 'A', line: 'folk', cover: '/c', lyric: '[Verse]\nOn the water', wave: '' },
    { url: '/b', title: 'B', line: '', cover: '', lyric: '', wave: '' }
  ])
})

test('only the song that plays is marked', () => {
  const root = page()
  const marks = () =>
    [...root.querySelectorAll('button')].map(each => each.getAttribute('aria-pressed'))
  markPlaying(root, '/b')
  expect(marks()).toEqual(['false', 'true'])
  markPlaying(root, null)
  expect(marks()).toEqual(['false', 'false'])
})

test('the focus returns to the song, or to the page if the song is elsewhere', () => {
  const root = page()
  focusSong(root, '/b', false)
  expect(document.activeElement).toBe(root.querySelector('[data-song="/b"]'))
  focusSong(root, '/z', false)
  expect(document.activeElement).toBe(root.querySelector('main'))
})
