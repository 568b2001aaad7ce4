import { expect, test } from 'vitest'
import { localPath } from '#client/local-path.ts'

test.each([
  ['/flux', '/flux'],
  ['/de/flux?prompt=What?is&x=1%2B2#task', '/de/flux?prompt=What?is&x=1%2B2#task'],
  ['/a/../flux', '/flux'],
  [null, '/'],
  ['', '/'],
  ['flux', '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/evil.example'],
  ['/x/..//evil.example', '/evil.example'],
  ['/%2e%2e//evil.example', '/evil.example'],
  ['/./\\evil.example', '/evil.example'],
  ['/de//evil.example', '/de/evil.example'],
  ['/de/\\evil.example', '/de/evil.example']
])('turns %j into %j', (asked, path) => {
  expect(localPath(asked)).toBe(path)
  expect(new URL(localPath(asked), 'https://here.example').origin).toBe('https://here.example')
})
