import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelRows } from './model-rows.ts'
import { modelsPage } from './models-table.ts'
import { withVendors } from './vendors-table.ts'

const ROOT = join(import.meta.dirname, '..')
const ROWS = modelRows()

test('docs/models.md is up to date', () => {
  expect(readFileSync(join(ROOT, 'docs/models.md'), 'utf8')).toBe(modelsPage())
})

test('every model that users can choose is in a list of its vendor, has ended, or has a reason to be in none', () => {
  expect(ROWS.length).toBeGreaterThan(150)
  const known = /^(ended|no list: .+|\w+ \d{4}-\d{2}-\d{2}(, \w+ \d{4}-\d{2}-\d{2})*)$/
  expect(ROWS.filter(({ listed }) => !known.test(listed))).toEqual([])
  expect(ROWS.filter(({ listed, until }) => listed === 'ended' && until === '')).toEqual([])
})

test('every model has its day or month of release, which has passed', () => {
  const undated = ROWS.filter(({ name, since }) => since === '' && !name.startsWith('('))
  expect(undated.map(({ name }) => name)).toEqual(['general', 'default'])
  for (const { name, since } of ROWS) {
    if (since === '') continue
    expect(since, name).toMatch(/^\d{4}-\d{2}(-\d{2})?$/)
    expect(Date.parse(since), name).toBeLessThan(Date.now())
  }
})

test('a retired chat model has a last day and a successor', () => {
  expect(ROWS.find(({ name }) => name === 'grok-3')).toMatchObject({
    until: '2026-05-15',
    becomes: 'grok-4.3'
  })
})

test('the table of providers in the README is up to date', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(withVendors(readme)).toBe(readme)
  expect(() => withVendors('# Polymuse')).toThrow('lacks the lines')
})
