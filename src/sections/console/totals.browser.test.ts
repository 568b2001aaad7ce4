import { expect, test } from 'vitest'
import { improveTotals } from '#sections/console/totals.browser.ts'

test('the total is the price of the chosen package, as the server formats it', () => {
  const form = document.createElement('form')
  const radios = ['$1.50', '$6.00'].map(total => {
    const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'package' })
    radio.dataset['total'] = total
    return radio
  })
  const line = document.createElement('p')
  line.dataset['totalLine'] = ''
  line.hidden = true
  const output = document.createElement('output')
  line.append(output)
  form.append(...radios, line)
  const [first, second] = radios
  if (first === undefined || second === undefined) throw new Error('no radios')
  first.checked = true
  document.body.replaceChildren(form)
  improveTotals(document)
  expect([line.hidden, output.textContent]).toEqual([false, '$1.50'])
  second.click()
  expect(output.textContent).toBe('$6.00')
})
