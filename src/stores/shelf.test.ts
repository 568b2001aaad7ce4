import { afterEach, expect, test } from 'vitest'
import { task } from '../../tests/support/hub-fakes.ts'
import { resetAll } from '#stores/persisted.ts'
import { changeTask, currentTaskList, putTasks, removeTask } from '#stores/shelf-changes.ts'
import { $taskList, createTaskList } from '#stores/shelf.ts'

afterEach(resetAll)

const shown = (): string[] => currentTaskList().items.map(({ id, state }) => `${id} ${state}`)

test('the list knows whether older tasks follow, and an unreadable one is marked as failed', () => {
  expect(createTaskList({ items: [task('a', 1)], count: 1 }).rest).toBe('none')
  expect(createTaskList({ items: [task('a', 1)], count: 14 }, 12)).toMatchObject({ rest: 'more' })
  expect(createTaskList({ items: [task('a', 1)], count: 13 }, 12)).toMatchObject({ rest: 'none' })
  expect(createTaskList(null)).toEqual({ items: [], rest: 'failed' })
})

test('shows each task once, newest first, in its current state', () => {
  putTasks([task('a', 1), task('c', 3, { state: 'queued' })], 'more')
  putTasks([task('b', 2), task('c', 3)])
  expect(shown()).toEqual(['c succeeded', 'b succeeded', 'a succeeded'])
  expect(currentTaskList().rest).toBe('more')
  changeTask('b', { state: 'failed' })
  removeTask('a')
  expect(shown()).toEqual(['c succeeded', 'b failed'])
})

test('a task that has ended does not run again, although an older answer says so', () => {
  putTasks([task('a', 1, { state: 'running' }), task('b', 2, { state: 'queued' })])
  putTasks([task('a', 1, { state: 'cancelled' })])
  putTasks([task('a', 1, { state: 'running' }), task('b', 2, { state: 'running' })])
  expect(shown()).toEqual(['b running', 'a cancelled'])
})

test('a reset removes the tasks', () => {
  putTasks([task('a', 1)])
  resetAll()
  expect($taskList.get()).toBeNull()
})
