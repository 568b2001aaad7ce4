import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VENDORS } from '#catalog/vendors.server.ts'
import { providersTable, withProviders } from './providers-table.ts'

test('the README says which provider does what, as it is now', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  expect(readme).toBe(withProviders(readme))
})

test('every action that a vendor does has its line', () => {
  const lines = providersTable().split('\n')
  for (const [vendor, does] of Object.entries(VENDORS))
    for (const [service, actions] of Object.entries(does))
      for (const verb of Object.keys(actions))
        expect(lines.filter(line => line.startsWith(`| ${service} ${verb} | ${vendor} |`)).length).toBe(1)
})
