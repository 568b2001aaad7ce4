import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { showShortcuts } from '#islands/chat-keys.tsx'
import type { ChatModuleOptions } from '#islands/later-options.ts'

/**
 * Opens the list of shortcuts from a button.
 * @returns the function that its dialog calls when it has closed
 */
function opened(): () => void {
  document.body.innerHTML = '<button>?</button><textarea></textarea>'
  document.querySelector('button')?.focus()
  let shown: ReactElement<{ onClose(): void }> | null = null
  const show = (element: typeof shown): void => void (shown = element)
  showShortcuts({ show, t: String } as unknown as ChatModuleOptions)
  return () => shown?.props.onClose()
}

test('the focus returns to the button when the list of shortcuts closes', () => {
  const close = opened()
  document.querySelector('button')?.blur()
  close()
  expect(document.activeElement?.localName).toBe('button')
})

test('a late close of the list of shortcuts does not take the focus from the text field', () => {
  const close = opened()
  document.querySelector('textarea')?.focus()
  close()
  expect(document.activeElement?.localName).toBe('textarea')
})
