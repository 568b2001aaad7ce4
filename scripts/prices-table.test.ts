import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pricesPage } from './prices-table.ts'

test('docs/prices.md is up to date, so every change of a price is noticed', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/prices.md'), 'utf8')).toBe(pricesPage())
})
