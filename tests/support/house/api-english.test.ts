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
  expect(texts).toEqual({
    'src/a.tsx:2:26': 'What is sold here',
    'src/a.tsx:3:26': 'no film',
    'src/a.tsx:4:46': 'no key of yours for {{gap}}',
    'src/a.tsx:4:80': 'gone'
  })
  expect(stiffEnglish({ api: texts })).toHaveLength(3)
})
