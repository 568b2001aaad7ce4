import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { FieldValues } from '#core/condition.ts'
import type { Action } from '#core/service.ts'
import { ChoiceControl } from '#ui/tool/ChoiceControl.tsx'
import { MultiChoiceControl } from '#ui/tool/ManyControl.tsx'
import { Options } from '#ui/tool/Options.tsx'
import type { FormChoice } from '#ui/tool/parts.ts'
import type { FormParts, MultiChoiceProps } from '#ui/tool/parts.ts'

const options = [
  'sunset',
  'floral',
  'rain',
  'snow',
  'haze',
  'city',
  'wood',
  'paper',
  'neon',
  'mural',
  'low-poly'
]
const style: FormChoice = { type: 'choice', look: 'pictures', options }
const action: Action = {
  fields: { style },
  price: [],
  outputs: 1,
  envelope: 'list',
  shows: { field: 'image_url', as: 'image' },
  deadline: 1,
  expected: 1
}
const onField = vi.fn()
let root: Root | null = null

const Many = (props: Omit<MultiChoiceProps, 'Options'>) => (
  <MultiChoiceControl {...props} Options={Options} />
)

async function show(
  Control: typeof ChoiceControl,
  field: FormChoice,
  values: FieldValues,
  open: readonly string[] = options
): Promise<HTMLElement> {
  const place = document.createElement('div')
  root = createRoot(place)
  const t = (key: string): string => key
  const pictures = { style: '/style.webp' }
  const deaf = { onFiles: vi.fn(), onLibrary: undefined, onGenerate: vi.fn() }
  const parts: FormParts = {
    id: 'lab',
    action,
    given: values,
    values,
    titles: {},
    uploads: [],
    pictures,
    t,
    onField,
    ...deaf
  }
  const props = {
    name: 'style',
    field,
    bounds: field,
    open,
    issue: undefined,
    refused: undefined,
    parts
  }
  await act(async () => root?.render(<Control {...props} />))
  return place
}

const inputs = (page: HTMLElement): HTMLInputElement[] => [...page.querySelectorAll('input')]
const named = (page: HTMLElement, value: string): HTMLInputElement =>
  page.querySelector<HTMLInputElement>(`input[value="${value}"]`) as HTMLInputElement

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

test('each option is a radio button with its own picture and name', async () => {
  const page = await show(ChoiceControl, style, { style: 'rain' })
  expect(inputs(page).map(each => [each.type, each.name, each.value])).toEqual(
    ['', ...options].map(value => ['radio', 'style', value])
  )
  expect(inputs(page).filter(each => each.checked)).toEqual([named(page, 'rain')])
  const pictures = [...page.querySelectorAll('img')]
  expect(
    pictures.map(each => [each.getAttribute('src'), each.alt, each.getAttribute('loading')])
  ).toEqual(options.map(() => ['/style.webp', '', 'lazy']))
  expect(pictures.map(each => each.style.objectPosition).slice(0, 2)).toEqual(['0 0%', '0 10%'])
  expect(pictures.at(-1)?.style.objectPosition).toBe('0 100%')
  expect(named(page, 'low-poly').parentElement?.textContent).toBe('low-poly')
})

test('a selection is reported, and the card for “none” removes it', async () => {
  const page = await show(ChoiceControl, style, { style: 'rain' })
  await act(async () => named(page, 'neon').click())
  expect(onField).toHaveBeenLastCalledWith('style', 'neon')
  await act(async () => named(page, '').click())
  expect(onField).toHaveBeenLastCalledWith('style', undefined)
})

test('a field that is required or has a default has no card for “none”', async () => {
  expect(inputs(await show(ChoiceControl, { ...style, required: true }, {}))).toHaveLength(
    options.length
  )
  expect(
    inputs(await show(ChoiceControl, { ...style, default: 'snow' }, { style: 'snow' }))
  ).toHaveLength(options.length)
})

test('many cards are folded at first, a few are not', async () => {
  const unfolding = (page: HTMLElement): string | undefined =>
    page.querySelector('.picture-cards + details summary')?.textContent
  expect(unfolding(await show(ChoiceControl, style, {}))).toBe('field.choice.allfield.choice.fewer')
  const few = options.slice(0, 7)
  expect(unfolding(await show(ChoiceControl, { ...style, options: few }, {}, few))).toBeUndefined()
})

test('an option that other fields rule out is disabled', async () => {
  const page = await show(ChoiceControl, style, {}, options.slice(1))
  expect(named(page, 'sunset').disabled).toBe(true)
  expect(named(page, 'floral').disabled).toBe(false)
})

test('a choice of several uses checkboxes and disables the others at the maximum', async () => {
  const page = await show(Many, { ...style, max: 2 }, { style: ['haze', 'rain'] })
  expect(inputs(page).map(each => each.type)).toEqual(options.map(() => 'checkbox'))
  expect(inputs(page).filter(each => !each.disabled)).toEqual([
    named(page, 'rain'),
    named(page, 'haze')
  ])
  expect(page.querySelector('summary')?.textContent).toBe('haze · rain')
  await act(async () => named(page, 'rain').click())
  expect(onField).toHaveBeenLastCalledWith('style', ['haze'])
})
