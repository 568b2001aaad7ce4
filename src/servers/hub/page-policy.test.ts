import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { trimPolicy } from '#servers/hub/page-policy.ts'

const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a policy keeps the hashes of the scripts and styles that its page contains', () => {
  const [script, unused, style] = ['run("</p>")\n', 'other()', 'a{color:red}'].map(hash)
  const html = `<head><style>a{color:red}</style><script src="/x.js"></script></head>
<script type="module" data-x="1">run("</p>")\n</script><p>other()</p>`
  expect(
    trimPolicy(
      `default-src 'self';script-src 'self' ${unused} ${script};style-src 'self' ${style} ${unused};`,
      html
    )
  ).toBe(`default-src 'self';script-src 'self' ${script};style-src 'self' ${style};`)
})

test.each(['<script>a', '<style', '', '</script><script'])('%s is no inline element', html => {
  const policy = `default-src 'none';script-src ${hash('a')};`
  expect(trimPolicy(policy, html)).toBe("default-src 'none';script-src;")
})
