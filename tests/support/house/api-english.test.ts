import { expect, test } from 'vitest'
import { apiTexts } from './api-english.ts'
import { stiffEnglish } from './plain-english.ts'
import { checkedText } from './program.ts'

const CODE = `
const route = { summary: 'What is sold here', path: '/films' }
function failed(detail = 'no film'): Problem {
  return new Problem(code, { detail: isGone ? \`no key of yours for \${vendor}\` : 'gone' })
}
`

test('details and summaries are found with their places, other texts are not', () => {
  const texts = apiTexts(checkedText(CODE).files)
  expect(Object.values(texts)).toEqual([
    'What is sold here',
    'no film',
    'no key of yours for {{gap}}',
    'gone'
  ])
  expect(Object.keys(texts)[0]).toMatch(/a\.tsx:2:\d+$/)
  expect(stiffEnglish({ api: texts })).toHaveLength(4)
})
