import { expect, test } from 'vitest'
import { Problem } from '#core/problem.ts'
import { createTranslate } from '#i18n/translate.ts'
import { isGeneralProblem, issueTexts } from '#sections/console/issues.ts'

const t = createTranslate(
  { 'order.issue.code.expired': 'Over', 'order.issue.code.other': 'Wrong' },
  'en'
)
const problem = (...issues: { field: string; code: string }[]) =>
  new Problem('bad_request', { issues })

test('a field shows its own message, or else the general one', () => {
  expect(issueTexts(problem({ field: 'code', code: 'expired' }), t, 'order')).toEqual({
    code: 'Over'
  })
  expect(issueTexts(problem({ field: 'code', code: 'unheard_of' }), t, 'order')).toEqual({
    code: 'Wrong'
  })
  expect(
    issueTexts(
      problem({ field: 'code', code: 'expired' }, { field: 'code', code: 'x' }),
      t,
      'order'
    )
  ).toEqual({ code: 'Over' })
  expect(issueTexts(null, t, 'order')).toEqual({})
})

test('a problem without a matching field appears above the form', () => {
  expect(isGeneralProblem(problem({ field: 'code', code: 'x' }), ['code'])).toBe(false)
  expect(isGeneralProblem(problem({ field: 'application_id', code: 'x' }), ['code'])).toBe(true)
  expect(isGeneralProblem(new Problem('busy'), ['code'])).toBe(true)
  expect(isGeneralProblem(null, ['code'])).toBe(false)
})
