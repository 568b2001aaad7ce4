import { expect, test } from 'vitest'
import { editConflicts } from '#sections/site/told-conflict.ts'
import { wordsOf } from '../../../tests/support/words.ts'

test.each([
  ['en', '12.5%'],
  ['de', '12,5\u00a0%'],
  ['zh-CN', '12.5%']
] as const)('in %s a margin that somebody else has changed is shown as %j', (locale, theirs) => {
  const facts = {
    site: { margin: 0.125 },
    mine: { margin: 0.2 },
    desk: { edits: [], people: [] } as never
  }
  const [conflict] = editConflicts(
    { t: wordsOf(locale), locale },
    [{ code: 'outdated', field: 'margin' }],
    facts
  )
  expect(conflict?.theirs).toBe(theirs)
})
