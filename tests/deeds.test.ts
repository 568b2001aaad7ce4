import { expect, test } from 'vitest'
import type { Translate } from '#i18n/translate.ts'
import { deedText } from '#client/audit-text.ts'
import { isAudited } from '#servers/lib/audit.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

/** Gives back which sentence it was asked for. */
const t: Translate = key => key

test('every change that stands in the audit log is told in a sentence', () => {
  const deeds = platformRoutes.filter(isAudited).map(({ method, path }) => ({ method, path }))
  expect(deeds.length).toBeGreaterThan(20)
  // Whoever has no sentence is told with its method and path.
  const untold = deeds.filter(deed => !deedText(t, deed).startsWith('operator.deed.'))
  expect(untold).toEqual([])
})
