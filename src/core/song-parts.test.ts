import { expect, test } from 'vitest'
import { suno } from '#catalog/suno/service.ts'
import { groupSongParts } from '#core/song-parts.ts'

/** A run that made two songs, which are named after it. */
const run = (id: string, request: Record<string, unknown> = { action: 'generate' }) => ({
  id,
  type: 'audios',
  request,
  response: { success: true, data: [{ id: `${id}1` }, { id: `${id}2` }] }
})
const extension = (id: string, audio_id: string) => run(id, { action: 'extend', audio_id })
const place = (...runs: Parameters<typeof groupSongParts>[0]) =>
  groupSongParts(runs, suno).map(({ run: { id }, part, joined }) => [id, part, joined])

test('an extended song is grouped with its beginning, at the place of its newest part', () => {
  expect(
    place(extension('c', 'b1'), run('other'), extension('b', 'a2'), run('a'), run('old'))
  ).toEqual([
    ['c', 3, false],
    ['b', 2, true],
    ['a', 1, true],
    ['other', undefined, false],
    ['old', undefined, false]
  ])
})

test('an uploaded song is the first part of its extension', () => {
  const upload = {
    id: 'u',
    type: 'upload',
    request: {},
    response: { success: true, data: { audio_id: 'file', audio_url: '/files/a' } }
  }
  expect(place(run('e', { action: 'upload_extend', audio_id: 'file' }), upload)).toEqual([
    ['e', 2, false],
    ['u', 1, true]
  ])
})

test('a cover is no part of its song', () => {
  expect(place(run('b', { action: 'cover', audio_id: 'a1' }), run('a'))).toEqual([
    ['b', undefined, false],
    ['a', undefined, false]
  ])
})

test('parts have no numbers while their beginning is not loaded', () => {
  expect(place(extension('c', 'b1'), extension('b', 'a1'))).toEqual([
    ['c', undefined, false],
    ['b', undefined, true]
  ])
})

test('ids that refer to each other do not hold up the page', () => {
  expect(place(extension('b', 'a1'), extension('a', 'b1')).map(([id]) => id)).toEqual(['b', 'a'])
})

test('a service without extensions keeps its list', () => {
  expect(groupSongParts([run('a')], {})).toEqual([
    { run: run('a'), part: undefined, joined: false }
  ])
})
