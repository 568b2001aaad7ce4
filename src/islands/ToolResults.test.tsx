import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { bindHub } from '#client/page-hub.ts'
import { createTranslate } from '#i18n/translate.ts'
import { ToolResults } from '#islands/ToolResults.tsx'
import { namedPrices, quoteRun } from '#stores/run-quotes.ts'
import { createTaskList } from '#stores/shelf.ts'
import { freshForm } from '#stores/tool-form.ts'
import field from '../../locales/en/field.json' with { type: 'json' }
import { HUB } from '../../tests/support/hub-fakes.ts'

test('a price that rose before the results are hydrated shows after that', async () => {
  bindHub({ ...HUB, props: {} })
  const nothing = (): void => undefined
  const results = (
    <ToolResults
      hub={HUB}
      service={flux}
      shelf={createTaskList({ items: [], count: 0 }, 0)}
      acts={{
        takeExample: nothing,
        takeFeatured: nothing,
        loadOlder: nothing,
        forCards: {
          onFollow: nothing,
          onAgain: nothing,
          onRetry: nothing,
          onCancel: nothing,
          onRemove: nothing
        }
      }}
      further={null}
      plans="/console/extra"
      now={0}
      t={createTranslate(field, 'en')}
    />
  )
  const place = document.createElement('div')
  place.innerHTML = renderToString(results)
  expect(place.textContent).toContain('0.4 credits')
  const { key } = quoteRun(flux, { verb: freshForm(flux).verb, values: {} })
  namedPrices[key] = 1_200_000
  const errors: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(place, results, { onRecoverableError: error => errors.push(error) })
  )
  expect(errors).toEqual([])
  expect(place.textContent).toContain('1.2 credits')
  delete namedPrices[key]
  await act(async () => root.unmount())
})
