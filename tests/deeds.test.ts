import { expect, test } from 'vitest'
import type { Translate } from '#i18n/translate.ts'
import { auditSentence } from '#client/audit-text.ts'
import { isAudited } from '#servers/lib/audit.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

/** Returns the key of the sentence instead of the sentence. */
const t: Translate = key => key

test('every change in the audit log has a sentence of its own', () => {
  const deeds = platformRoutes.filter(isAudited).map(({ method, path }) => ({ method, path }))
  expect(deeds.length).toBeGreaterThan(20)
  // A change without its own sentence gets the fallback, which shows the method and the path.
  const untold = deeds.filter(deed => !auditSentence(t, deed).startsWith('operator.deed.'))
  expect(untold).toEqual([])
})
