import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pricesPage } from './prices-table.ts'

test('docs/prices.md is up to date, so that no price changes unnoticed', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/prices.md'), 'utf8')).toBe(pricesPage())
})
