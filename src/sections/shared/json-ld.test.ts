import { expect, test } from 'vitest'
import { jsonLdText } from '#sections/shared/json-ld.ts'

test('one item stays alone, several form a graph, and both parse to the original data', () => {
  const site = { '@type': 'WebSite', name: 'Muses' }
  const app = { '@type': 'WebApplication', name: 'Flux', image: undefined }
  expect(JSON.parse(jsonLdText([site]))).toEqual({ '@context': 'https://schema.org', ...site })
  expect(JSON.parse(jsonLdText([site, app]))).toEqual({
    '@context': 'https://schema.org',
    '@graph': [site, { '@type': 'WebApplication', name: 'Flux' }]
  })
})

test('no text closes the script or opens a comment', () => {
  const name = '</script><script>alert(1)</script><!--'
  const text = jsonLdText([{ '@type': 'WebSite', name }])
  expect(text).not.toMatch(/[<>]/)
  expect(JSON.parse(text)).toMatchObject({ name })
})
