/**
 * Lets users choose many items at once: all of the page by a button, and a row of them by a click
 * with Shift.
 */
export function chooseMany(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[data-choose-all]')
  let last: HTMLInputElement | null = null
  form.addEventListener('click', ({ target, shiftKey }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'id') return
    if (shiftKey && last !== null) chooseRange(form, last, target)
    last = target
  })
  if (button === null) return
  const { all = '', none = '' } = button.dataset
  form.addEventListener('change', () => {
    button.textContent = isAllChosen(form) ? none : all
  })
  button.addEventListener('click', () => {
    const boxes = shownBoxes(form)
    const isChosen = !isAllChosen(form)
    for (const box of boxes) box.checked = isChosen
    form.dispatchEvent(new Event('change'))
    // Without chosen items the bar disappears together with this button.
    if (!isChosen) boxes[0]?.focus()
  })
}

/** Gives all items from the last clicked one to this one the state of this one. */
function chooseRange(form: HTMLFormElement, last: HTMLInputElement, box: HTMLInputElement): void {
  const boxes = shownBoxes(form)
  const [from = 0, to = 0] = [boxes.indexOf(last), boxes.indexOf(box)].toSorted((a, b) => a - b)
  if (from < 0) return
  for (const each of boxes.slice(from, to + 1)) each.checked = box.checked
}

/** Returns the boxes of the items that are not about to be deleted. */
function shownBoxes(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[name=id]')].filter(
    box => box.closest('[hidden]') === null
  )
}

function isAllChosen(form: HTMLFormElement): boolean {
  return shownBoxes(form).every(({ checked }) => checked)
}
