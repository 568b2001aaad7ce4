import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from '#ui/chat/Markdown.tsx'
import { PicturesContext } from '#ui/chat/pictures-context.ts'

/** Renders an answer. Its HTML is safe to insert, because React rendered it from the text. */
function page(text: string, growing = false): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = renderToStaticMarkup(<Markdown text={text} growing={growing} t={key => key} />)
  return root
}

const hrefs = (text: string): (string | null)[] =>
  [...page(text).querySelectorAll('a')].map(link => link.getAttribute('href'))

describe('the text of an answer never becomes HTML', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="alert(1)">bold</b> text',
    '<iframe src="https://example.com"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '- <style>*{display:none}</style>',
    '| a |\n|---|\n| <script>alert(1)</script> |',
    '```html\n<script>alert(1)</script>\n```',
    '`<script>alert(1)</script>`',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '![<script>alert(1)</script>](https://example.com/a.png)',
    '[<img src=x onerror=alert(1)>](https://example.com)'
  ])('%s', text => {
    const shown = page(text)
    expect(
      shown.querySelector('script, img, iframe, svg script, style, b, object, embed, form')
    ).toBeNull()
    expect(
      [...shown.querySelectorAll('*')]
        .flatMap(element => element.getAttributeNames())
        .filter(name => name.startsWith('on'))
    ).toEqual([])
    expect(shown.textContent).toMatch(/script|img|onclick|iframe|style/)
  })
})

test('a plain <br> breaks a line in a table cell, and other tags stay text', () => {
  const cell = page('| a |\n|---|\n| one<br>two<BR />three<br class="x">four |').querySelector('td')
  expect(cell?.querySelectorAll('br')).toHaveLength(2)
  expect(cell?.textContent).toBe('onetwothree<br class="x">four')
})

test.each([
  ['- one\n  ```js\n  x\n  ```', 'ul'],
  ['1. one\n\n   | a |\n   |---|\n   | b |', 'ol'],
  ['> ```js\n> x\n> ```', 'blockquote']
])('wide content scrolls inside its own box: %j', (text, box) => {
  expect(page(text).querySelector(box)?.className).toContain('grid-cols-[minmax(0,1fr)]')
})

describe('a link', () => {
  test('leads to the web or to a mailbox, without a referrer', () => {
    expect(
      hrefs(
        '[a](https://example.com/x?a=1&b=2) <http://example.com> www.example.com me@example.com'
      )
    ).toEqual([
      'https://example.com/x?a=1&b=2',
      'http://example.com/',
      'http://www.example.com/',
      'mailto:me@example.com'
    ])
    expect(page('[a](https://example.com)').querySelector('a')?.rel).toBe(
      'noopener noreferrer nofollow'
    )
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'java&#x0A;script:alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '//example.com',
    '/console',
    'relative'
  ])('to %s becomes plain text', address => {
    const shown = page(`[words](<${address}>)`)
    expect(shown.querySelector('a')).toBeNull()
    expect(shown.textContent).toContain('words')
  })

  test('contains no other link, even around an image', () => {
    expect(hrefs('[![a cat](https://example.com/cat.png)](https://example.com)')).toEqual([
      'https://example.com/'
    ])
    expect(hrefs('[![a cat](https://example.com/cat.png)](javascript:alert(1))')).toEqual([
      'https://example.com/cat.png'
    ])
  })

  test('takes the place of an image from another host, which is not loaded', () => {
    expect(hrefs('![a cat](https://example.com/cat.png)')).toEqual(['https://example.com/cat.png'])
    expect(page('![a cat](https://example.com/cat.png)').textContent).toBe('a cat')
    expect(hrefs('![a cat](javascript:alert(1))')).toEqual([])
  })
})

describe('an answer renders', () => {
  test('headings below the page’s own, lists, tasks, tables and quotes', () => {
    const shown = page(
      '# One\n\n1. a\n   - b\n2. c\n\n- [x] done\n- [ ] open\n\n| n |\n|--:|\n| 1 |\n\n> q\n\n---\n'
    )
    expect(shown.querySelector('h1')).toBeNull()
    expect(shown.querySelector('h2')?.textContent).toBe('One')
    expect(shown.querySelector('ol ul li')?.textContent).toBe('b')
    expect(
      [...shown.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map(box => box.checked)
    ).toEqual([true, false])
    expect(shown.querySelector('td')?.className).toContain('text-end')
    expect(shown.querySelector('blockquote')?.textContent).toBe('q')
    expect(shown.querySelector('hr')).not.toBeNull()
    expect(shown.textContent).not.toContain('[x]')
  })

  test('headings without gaps, whatever the first level is', () => {
    const shown = page('### Three\n\n#### Four\n\n# One')
    expect([...shown.querySelectorAll('h1, h2, h3, h4')].map(each => each.tagName)).toEqual([
      'H2',
      'H3',
      'H2'
    ])
  })

  test('code with its language and a copy button', () => {
    const shown = page('```ts title="a"\nconst a = 1 < 2\n```')
    expect(shown.querySelector('figcaption')?.textContent).toBe('ts')
    expect(shown.querySelector('pre')?.textContent).toBe('const a = 1 < 2')
    expect(shown.querySelector('button')?.getAttribute('aria-label')).toBe('chat.code.copy')
  })

  test('each block in the direction of its text', () => {
    const shown = page('# a\n\nb\n\n- c\n\n> d\n\n| e |\n|---|\n')
    for (const name of ['h2', 'p', 'section'])
      expect(shown.querySelector(name)?.getAttribute('dir')).toBe('auto')
  })

  test.each([
    ['> word', 'blockquote', 'ltr'],
    ['> كلمة', 'blockquote', 'rtl'],
    ['> **كلمة** word', 'blockquote', 'rtl'],
    ['1. מילה\n\n2. word', 'ol', 'rtl'],
    ['- [x] `npm` كلمة', 'ul', 'rtl'],
    ['a[^1]\n\n[^1]: كلمة', 'ol', 'rtl'],
    ['> 12', 'blockquote', null],
    ['# 1', 'h2', null],
    ['12', 'p', null]
  ])('%j: the %s has the direction %s', (text, name, direction) => {
    expect(page(text).querySelector(name)?.getAttribute('dir')).toBe(direction)
  })

  test('known character references as characters', () => {
    expect(page('a &amp; b &lt;c&gt; &#169; &nosuch; `&amp;`').textContent).toBe(
      'a & b <c> © &nosuch; &amp;'
    )
  })

  test('deeply nested text without failing', () => {
    expect(page(`${'> '.repeat(200)}deep`).textContent).toContain('deep')
    expect(page('>'.repeat(20_000)).textContent).toMatch(/^>{19000,}$/)
  })

  test('one caret at the end while it grows', () => {
    expect(
      page('a\n\n- b\n- c', true).querySelector('ul li:last-child [aria-hidden]')
    ).not.toBeNull()
    expect(page('a\n\n- b\n- c', true).querySelectorAll('[aria-hidden]')).toHaveLength(1)
    expect(page('a').querySelector('[aria-hidden]')).toBeNull()
  })

  test('footnotes with links in both directions, by ids unique to the answer', () => {
    const root = document.createElement('div')
    const text = 'a[^x] b[^y] c[^x]\n\n[^y]: Why\n[^x]: **Ex**\n[^z]: Never meant'
    const shown = <Markdown text={text} growing={false} t={key => key} />
    // Safe to insert, because React rendered this HTML.
    root.innerHTML = renderToStaticMarkup([<div key="1">{shown}</div>, <div key="2">{shown}</div>])
    const links = [...root.querySelectorAll('sup a')]
    expect(links.map(link => link.textContent)).toEqual(['1', '2', '1', '1', '2', '1'])
    for (const link of links)
      expect(root.querySelectorAll(`[id="${link.getAttribute('href')?.slice(1)}"]`)).toHaveLength(1)
    const notes = [...(root.querySelector('section ol')?.children ?? [])]
    expect(
      notes.map(note => note.querySelector('strong, li')?.textContent ?? note.textContent)
    ).toEqual(['Ex', 'Why↩'])
    for (const back of root.querySelectorAll('section a'))
      expect(root.querySelectorAll(`[id="${back.getAttribute('href')?.slice(1)}"]`)).toHaveLength(1)
  })

  test('formulas as readable source, as long as they are not drawn', () => {
    const shown = page('$a_1$\n\n$$\n\\frac{1}{2}\n$$')
    expect([...shown.querySelectorAll('code')].map(code => code.textContent)).toEqual([
      'a_1',
      '\\frac{1}{2}'
    ])
    expect(shown.querySelector('[role=group]')?.getAttribute('aria-label')).toBe(
      'chat.markdown.formula'
    )
  })

  test('reasoning that unfolds', () => {
    const shown = page('<think>\nHm <b>.\n</think>\n\nYes.')
    expect(shown.querySelector('details p')?.textContent).toBe('Hm <b>.')
    expect(shown.querySelector('div > p')?.textContent).toBe('Yes.')
  })

  test('only our own pictures as images', () => {
    const id = 'a'.repeat(43)
    const pictures = { files: 'https://api.example/files/', show: null, t: (key: string) => key }
    const text = `![A cat](https://api.example/files/${id}) ![](https://example.com/files/${id})`
    const root = document.createElement('div')
    // Safe to insert, because React rendered this HTML.
    root.innerHTML = renderToStaticMarkup(
      <PicturesContext value={pictures}>
        <Markdown text={text} growing={false} t={key => key} />
      </PicturesContext>
    )
    expect(
      [...root.querySelectorAll('img')].map(image => [image.alt, image.getAttribute('src')])
    ).toEqual([['A cat', `https://api.example/files/${id}?w=640`]])
    expect(root.querySelectorAll('a')).toHaveLength(2)
  })
})
