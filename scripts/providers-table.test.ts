import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { providersPage } from './providers-table.ts'

test('docs/providers.md is up to date', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/providers.md'), 'utf8')).toBe(
    providersPage()
  )
})

test('the page has exactly one row for every action of a vendor', () => {
  const sections = providersPage().split('\n## ')
  for (const [vendor, does] of Object.entries(VENDOR_SERVICES))
    for (const [service, actions] of Object.entries(does))
      for (const verb of Object.keys(actions)) {
        const rows = sections.find(section => section.startsWith(`${service}\n`))?.split('\n') ?? []
        expect(rows.filter(row => row.startsWith(`| ${verb} | ${vendor} |`))).toHaveLength(1)
      }
})
