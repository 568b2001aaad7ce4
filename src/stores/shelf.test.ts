import { afterEach, expect, test } from 'vitest'
import { task } from '../../tests/support/hub-fakes.ts'
import { resetAll } from '#stores/persisted.ts'
import { changeTask, currentShelf, putTasks, removeTask } from '#stores/shelf-changes.ts'
import { $shelf, shelfOf } from '#stores/shelf.ts'

afterEach(resetAll)

const shown = (): string[] => currentShelf().items.map(({ id, state }) => `${id} ${state}`)

test('a page is shown as it comes; there may be more behind it, and a list that cannot be read may be asked for again', () => {
  expect(shelfOf({ items: [task('a', 1)], count: 1 }).rest).toBe('none')
  expect(shelfOf({ items: [task('a', 1)], count: 14 }, 12)).toMatchObject({ rest: 'more' })
  expect(shelfOf({ items: [task('a', 1)], count: 13 }, 12)).toMatchObject({ rest: 'none' })
  expect(shelfOf(null)).toEqual({ items: [], rest: 'failed' })
})

test('each task stands once, newest first, as it is now', () => {
  putTasks([task('a', 1), task('c', 3, { state: 'queued' })], 'more')
  putTasks([task('b', 2), task('c', 3)])
  expect(shown()).toEqual(['c succeeded', 'b succeeded', 'a succeeded'])
  expect(currentShelf().rest).toBe('more')
  changeTask('b', { state: 'failed' })
  removeTask('a')
  expect(shown()).toEqual(['c succeeded', 'b failed'])
})

test('nothing of it is left to the next person', () => {
  putTasks([task('a', 1)])
  resetAll()
  expect($shelf.get()).toBeNull()
})
