/**
 * Keeps the total of a form equal to the price of the chosen radio button. The server has formatted
 * these prices.
 */
export function improveTotals(root: ParentNode): void {
  for (const line of root.querySelectorAll<HTMLElement>('[data-total-line]')) {
    const form = line.closest('form')
    const output = line.querySelector('output')
    if (form === null || output === null) continue
    const show = (): void => {
      const radios = [...form.querySelectorAll<HTMLInputElement>('input[data-total]')]
      const total = radios.find(({ checked }) => checked)?.dataset['total']
      if (total !== undefined) output.textContent = total
    }
    form.addEventListener('change', show)
    show()
    line.hidden = false
  }
}
