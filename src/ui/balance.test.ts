import { expect, test } from 'vitest'
import { showBalance } from '#ui/balance.ts'

test('shows a new balance, warns if it is low, and makes the hidden pill visible', () => {
  const pill = document.body.appendChild(document.createElement('a'))
  Object.assign(pill.dataset, { balance: '' })
  pill.hidden = true
  pill.appendChild(document.createElement('span')).dataset['amount'] = ''
  showBalance(document, 4.956, 'de')
  expect([pill.textContent, pill.hidden, pill.hasAttribute('data-low')]).toEqual([
    '4,96',
    false,
    false
  ])
  showBalance(document, 0.4, 'de')
  expect([pill.textContent, pill.hasAttribute('data-low')]).toEqual(['0,4', true])
})
