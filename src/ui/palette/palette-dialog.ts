import type { PaletteData } from '#client/palette.ts'
import type { Translate } from '#i18n/translate.ts'
import { createHtmlElement, createIconElement } from '#ui/palette/palette-row.ts'

/** The id of the dialog. Buttons of the page close it by this id. */
const PALETTE_ID = 'palette'

export type PaletteView = {
  dialog: HTMLDialogElement
  /** The search field. It keeps the focus, and its keys move through the list. */
  input: HTMLInputElement
  list: HTMLElement
  /** Announces the number of results, or the result of an action. */
  status: HTMLOutputElement
}

/** Creates the empty dialog: a search field, a list and a status. */
export function createPaletteDialog(
  { icons, findsOwn }: Pick<PaletteData, 'icons' | 'findsOwn'>,
  t: Translate
): PaletteView {
  const name = t('common.palette.title')
  const hint = t(findsOwn ? 'common.palette.hint' : 'common.palette.guestHint')
  const input = createHtmlElement('input', {
    type: 'text',
    class: 'input truncate ps-10',
    dir: 'auto',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    maxlength: '200',
    placeholder: hint,
    'aria-label': hint,
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
    'aria-controls': `${PALETTE_ID}-list`
  })
  const list = createHtmlElement('div', {
    id: `${PALETTE_ID}-list`,
    role: 'listbox',
    'aria-label': name,
    class: 'min-h-0 flex-1 overflow-y-auto overscroll-contain'
  })
  const status = createHtmlElement('output', {})
  const close = createHtmlElement(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      title: t('common.action.close'),
      'aria-label': t('common.action.close')
    },
    createIconElement(icons.close) ?? '×'
  )
  const field = createHtmlElement('label', { class: 'relative flex flex-1 items-center' })
  const glass = createIconElement(icons.search, 'pointer-events-none absolute start-3 text-faint')
  field.append(...(glass === null ? [] : [glass]), input)
  const dialog = createHtmlElement(
    'dialog',
    {
      id: PALETTE_ID,
      closedby: 'any',
      'aria-label': name,
      class:
        'dialog h-128 flex-col gap-2 p-2! open:flex max-md:mb-0! max-md:w-full! max-md:max-w-full! max-md:rounded-b-none!'
    },
    createHtmlElement('div', { class: 'flex flex-none items-center gap-1' }, field, close),
    list,
    status
  )
  close.addEventListener('click', () => dialog.close())
  return { dialog, input, list, status }
}
