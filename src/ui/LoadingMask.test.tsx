import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadingMask } from '#ui/LoadingMask.tsx'

test('says what is waited for, and nothing once it is there', () => {
  expect(renderToStaticMarkup(<LoadingMask label="Loading orders" />)).toContain('Loading orders')
  const done = renderToStaticMarkup(<LoadingMask label="Loading orders" done />)
  expect(done).toContain('data-done="true"')
  expect(done).not.toContain('Loading orders')
})
