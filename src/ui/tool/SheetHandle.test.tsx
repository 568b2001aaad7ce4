import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SheetHandle, type Detent } from '#ui/tool/SheetHandle.tsx'

const onDetent = vi.fn<(detent: Detent) => void>()
let root: Root | null = null

beforeEach(() => {
  onDetent.mockReset()
  // The document of the tests captures no pointers.
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

async function show(detent: Detent): Promise<HTMLButtonElement> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(<SheetHandle detent={detent} onDetent={onDetent} t={key => key} />)
  )
  const button = document.querySelector('button')
  if (button === null) throw new Error('no handle')
  return button
}

/** Moves a finger on the handle by this many pixels upwards, as browsers report it. */
async function drag(detent: Detent, up: number): Promise<Detent[]> {
  const handle = await show(detent)
  const at = (type: string, clientY: number): boolean =>
    handle.dispatchEvent(new PointerEvent(type, { clientY, pointerId: 1, bubbles: true }))
  await act(async () => {
    at('pointerdown', 400)
    at('pointerup', 400 - up)
    handle.click()
  })
  return onDetent.mock.calls.map(([stop]) => stop)
}

describe('a drag', () => {
  test.each<[Detent, number, Detent]>([
    ['low', 60, 'half'],
    ['half', 60, 'full'],
    ['half', -60, 'low'],
    ['full', 60, 'full'],
    ['low', -60, 'low']
  ])('from %s by %i pixels ends at %s, and its click moves nothing', async (from, up, to) => {
    expect(await drag(from, up)).toEqual([to])
  })
})

describe('a tap', () => {
  test.each<[Detent, Detent]>([
    ['low', 'half'],
    ['half', 'full'],
    ['full', 'low']
  ])('at %s moves the sheet once, to %s, also with an unsteady finger', async (from, to) => {
    expect(await drag(from, 9)).toEqual([to])
  })
})
