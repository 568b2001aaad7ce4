import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'

test('a failure of a batch also says how many runs have started', () => {
  const failure = {
    code: 'unknown',
    sentence: '',
    detail: 'offline',
    issues: [],
    traceId: '',
    note: 'Started: 1 of 3.'
  }
  const shown = renderToStaticMarkup(<TaskFailure failure={failure} plans="" t={key => key} />)
  expect(shown).toContain('<p>field.failure.offline  Started: 1 of 3.</p>')
})
