import { expect, test } from 'vitest'
import { excesses, type Weight } from './budget.ts'

const budget = { page: '/x', script: 75, style: 12, scripts: 8, requests: 15 }
const weight: Weight = {
  status: 200,
  script: 75 * 1024,
  style: 12 * 1024,
  scripts: 8,
  requests: 15,
  foreign: []
}

test.each<[string, Partial<Weight>, string[]]>([
  ['all of its budget', {}, []],
  ['a byte too much script', { script: 75 * 1024 + 1 }, ['script 75.0 of 75 KB']],
  ['too much style', { style: 20 * 1024 }, ['style 20.0 of 12 KB']],
  ['a script too many', { scripts: 9 }, ['9 of 8 scripts']],
  ['a request too many', { requests: 16 }, ['16 of 15 requests']],
  ['a font from elsewhere', { foreign: ['fonts.example'] }, ['asks fonts.example']],
  ['no page at all', { status: 500 }, ['answers 500']]
])('judges %s', (_, change, expected) => {
  expect(excesses(budget, { ...weight, ...change })).toEqual(expected)
})

test('a page without islands may load no script at all', () => {
  expect(excesses({ ...budget, script: 0 }, { ...weight, script: 1 })).toEqual([
    'script 0.0 of 0 KB'
  ])
})
