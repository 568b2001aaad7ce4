import { afterEach, expect, test } from 'vitest'
import { $dock, updateDock, removeDockRun } from '#stores/dock.ts'
import { resetAll } from '#stores/persisted.ts'

afterEach(resetAll)

let seq = 0
const tell = (run: string, type: string, data: Record<string, unknown> = {}): void =>
  updateDock({ cursor: '', run, service: 'kling', type, seq: ++seq, data })
const shown = (): string[] =>
  $dock.get().map(({ id, state, progress }) => `${id} ${state} ${progress}`)

test('the dock shows the progress and the result of runs that another tab started', () => {
  tell('a', 'start')
  tell('b', 'start')
  tell('a', 'start')
  tell('a', 'progress', { progress: 40 })
  expect(shown()).toEqual(['b running 0', 'a running 40'])
  tell('a', 'done')
  tell('b', 'error')
  expect(shown()).toEqual(['b failed 0', 'a ready 40'])
})

test('the dock shows what was asked for, and the first picture of the result', () => {
  const request = { prompt: 'A boat' }
  $dock.set([{ id: 'a', service: 'kling', state: 'running', progress: 0 }])
  tell('a', 'start', { task: { request } })
  expect($dock.get()[0]).toMatchObject({ prompt: 'A boat', state: 'running' })
  const data = [{ image_url: 'https://studio.example/files/x' }]
  tell('a', 'done', { task: { request, response: { data } } })
  expect($dock.get()[0]).toMatchObject({ state: 'ready', picture: data[0]?.image_url })
  tell('b', 'start', { task: { request: null, response: 'none' } })
  expect($dock.get()[0]).toMatchObject({
    service: 'kling',
    state: 'running',
    progress: 0,
    prompt: ''
  })
})

test('the dock removes a run that the user has stopped', () => {
  tell('a', 'start')
  tell('a', 'error', { response: { success: false, code: 'canceled' } })
  expect(shown()).toEqual([])
})

test('the dock shows no run that began earlier, was removed or is of a previous user', () => {
  tell('old', 'done')
  tell('a', 'start')
  removeDockRun('a')
  expect(shown()).toEqual([])
  tell('b', 'start')
  resetAll()
  expect(shown()).toEqual([])
})
