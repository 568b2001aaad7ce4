import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reached } from '../../tests/support/dom.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import { createTranslate } from '#i18n/translate.ts'
import { QrCode } from '#ui/QrCode.tsx'

vi.mock('qrcode', () => vi.importActual('qrcode/lib/browser.js'))

const t = createTranslate(common, 'en')
let root: Root
let page: HTMLElement

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    clearRect: () => undefined,
    createImageData: (side: number) => ({ data: new Uint8ClampedArray(side * side * 4) }),
    putImageData: () => undefined
  } as unknown as RenderingContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(
    (type = '') => `data:${type};base64,AA==`
  )
  page = document.createElement('div')
  root = createRoot(page)
})
afterEach(() => act(async () => root.unmount()))

async function show(code: React.JSX.Element): Promise<void> {
  await act(async () => root.render(code))
  await reached(() => expect(page.querySelector('svg')).toBeNull())
}

test('renders a code as an image with a name and a size', async () => {
  await show(
    <QrCode
      text="https://studio.example"
      name="Link for your phone"
      type="webp"
      quality={0.5}
      width={120}
      t={t}
    />
  )
  const picture = page.querySelector('img')
  expect([picture?.alt, picture?.width, picture?.getAttribute('src')]).toEqual([
    'Link for your phone',
    120,
    'data:image/webp;base64,AA=='
  ])
})

test.each([
  ['', 'No input text'],
  ['x'.repeat(3000), 'The amount of data is too big to be stored in a QR Code']
])('shows an error instead of the code until the text is valid', async (text, sentence) => {
  await show(<QrCode text={text} name="Link" t={t} />)
  expect(page.querySelector('[role=alert]')?.textContent).toBe(sentence)
  await act(async () => root.render(<QrCode text="short" name="Link" t={t} />))
  await reached(() => expect(page.querySelector('img')?.alt).toBe('Link'))
  expect(page.querySelector('[role=alert]')).toBeNull()
})
