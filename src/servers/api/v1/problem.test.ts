import { expect, test } from 'vitest'
import { formatIssues, Problem } from '#core/problem.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { openaiError } from '#servers/api/v1/problem.ts'

const [t, ofFields] = [groupTranslator('de', 'problem'), groupTranslator('de', 'field')]

test.each([
  ['seed', 'too_large', t('issue.too_large')],
  ['image_url', 'unreachable', ofFields('field.issue.unreachable')],
  ['image_id', 'unknown', ofFields('field.issue.unknown')],
  ['size', 'nonsense', t('issue.invalid')]
])('the issue of %s, %s, is explained in words', (field, code, reason) => {
  const issues = [{ field, code }]
  const { error } = openaiError(
    new Problem('bad_request', { detail: formatIssues(issues), issues }),
    'de'
  )
  expect(error).toMatchObject({
    message: `${t('problem.bad_request')} ${field}: ${reason}`,
    param: field
  })
})
