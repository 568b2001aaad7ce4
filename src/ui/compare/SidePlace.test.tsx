import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sideHeadingId, SidePlace } from '#ui/compare/SidePlace.tsx'

test('a side has its number, and links to the headings of the other sides', () => {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <SidePlace
      place={1}
      titles={['GPT-5.4', 'Veo 3.1', 'Kling 3.0']}
      t={(key, values = {}) => [key, ...Object.values(values)].join(' ')}
    />
  )
  expect(place.querySelector('span')?.textContent).toBe('field.view.title 2 3')
  expect(
    [...place.querySelectorAll('a')].map(link => [link.textContent, link.getAttribute('href')])
  ).toEqual([
    ['GPT-5.4', `#${sideHeadingId(0)}`],
    ['Kling 3.0', `#${sideHeadingId(2)}`]
  ])
})
