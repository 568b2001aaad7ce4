import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dock } from '#ui/tool/Dock.tsx'

test('a run leads to the page of its task, since its tool shows the newest results only', () => {
  const shown = renderToStaticMarkup(
    <Dock
      runs={[{ id: 'run-1', service: 'flux', state: 'running', progress: 40 }]}
      tools={{ flux: { name: 'Flux', path: 'flux' } }}
      details={null}
      locale="de"
      t={key => key}
    />
  )
  expect(shown).toContain('href="/de/flux/history?task=run-1"')
})
