import { beforeEach, describe, expect, test, vi } from 'vitest'
import { improveDialog, improveDialogButtons } from '#ui/dialog.ts'

const BOX = { left: 100, right: 200, top: 100, bottom: 200 }

function openDialog(closedby: string): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.id = 'asked'
  dialog.setAttribute('closedby', closedby)
  dialog.append(document.createElement('p'))
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(BOX as DOMRect)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

const clickAt = (target: EventTarget, clientX: number): boolean =>
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY: 150 }))

beforeEach(() => {
  document.body.replaceChildren()
})

describe('a dialog in a browser without closedby', () => {
  test('closes on a click outside, but not inside', () => {
    const dialog = openDialog('any')
    improveDialog(dialog)
    clickAt(dialog.firstElementChild ?? dialog, 20)
    clickAt(dialog, 150)
    expect(dialog.open).toBe(true)
    clickAt(dialog, 20)
    expect(dialog.open).toBe(false)
  })

  test('stays open on a click outside and on Escape with closedby="none"', () => {
    const dialog = openDialog('none')
    improveDialog(dialog)
    clickAt(dialog, 20)
    const escape = new Event('cancel', { cancelable: true })
    dialog.dispatchEvent(escape)
    expect(dialog.open).toBe(true)
    expect(escape.defaultPrevented).toBe(true)
  })

  test('ignores clicks once the listeners are removed', () => {
    const dialog = openDialog('any')
    improveDialog(dialog)()
    clickAt(dialog, 20)
    expect(dialog.open).toBe(true)
  })
})

test('buttons open and close the dialog whose id they contain', () => {
  const dialog = openDialog('any')
  const [show, close] = ['show-modal', 'close'].map(command => {
    const button = document.createElement('button')
    button.setAttribute('commandfor', dialog.id)
    button.setAttribute('command', command)
    document.body.append(button)
    return button
  })
  improveDialogButtons(document)
  close?.click()
  expect(dialog.open).toBe(false)
  show?.click()
  expect(dialog.open).toBe(true)
})
