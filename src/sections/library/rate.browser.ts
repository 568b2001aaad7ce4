/**
 * Rates the chosen items without loading the page again, and shows what the user rates in the
 * viewer (`rated`).
 */
export function rateInPlace(form: HTMLFormElement): void {
  const dialog = form.querySelector<HTMLDialogElement>('#library-rate')
  if (dialog === null) return
  form.addEventListener('rated', event => {
    const { target, detail } = event as CustomEvent<{ rating: number; label: string }>
    if (target instanceof HTMLElement) showRating(target, String(detail.rating), detail.label)
  })
  form.addEventListener('click', event => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest('[commandfor=library-rate]:not([command=close])') !== null)
      showStars(form, dialog)
  })
  form.addEventListener('submit', event => {
    const { submitter } = event
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'rate') return
    event.preventDefault()
    void rate(form, dialog)
  })
}

/** Shows the stars that all chosen items have; none if they differ. */
function showStars(form: HTMLFormElement, dialog: HTMLDialogElement): void {
  const [first, ...others] = new Set(chosenBadges(form).map(badge => badge.dataset['rating']))
  for (const radio of radiosIn(dialog)) radio.checked = others.length === 0 && radio.value === first
  showFailure(dialog, false)
}

async function rate(form: HTMLFormElement, dialog: HTMLDialogElement): Promise<void> {
  const radios = radiosIn(dialog)
  const chosen = radios.find(({ checked }) => checked)
  if (chosen === undefined) return radios[0]?.focus()
  const boxes = chosenBoxes(form)
  const badges = chosenBadges(form)
  const body = new URLSearchParams([
    ['action', 'rate'],
    ['rating', chosen.value],
    ...boxes.map(({ value }) => ['id', value])
  ])
  // A button of the form has the name of its attribute, so the property is that button.
  const sent = await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body,
    redirect: 'manual'
  }).catch(() => null)
  // The server redirects once it has rated them. Anything else means that it has not.
  if (sent?.type !== 'opaqueredirect') return showFailure(dialog, true)
  const label = chosen.getAttribute('aria-label') ?? ''
  for (const badge of badges) showRating(badge, chosen.value, label)
  dialog.close()
  for (const box of boxes) box.checked = false
  form.dispatchEvent(new Event('change'))
  boxes[0]?.focus()
  const done = form.querySelector<HTMLElement>('[data-rated]')
  if (done !== null) done.textContent = done.dataset['rated'] ?? ''
}

/** Writes stars on the tile of an item. */
function showRating(badge: HTMLElement, rating: string, label: string): void {
  badge.hidden = rating === '0'
  badge.dataset['rating'] = rating
  badge.setAttribute('aria-label', label)
  const [number] = badge.getElementsByTagName('span')
  if (number !== undefined) number.textContent = rating
}

function showFailure(dialog: HTMLDialogElement, hasFailed: boolean): void {
  const line = dialog.querySelector<HTMLElement>('[data-failed]')
  if (line !== null) line.hidden = !hasFailed
}

function radiosIn(dialog: HTMLDialogElement): HTMLInputElement[] {
  return [...dialog.querySelectorAll<HTMLInputElement>('[name=rating]')]
}

function chosenBoxes(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[name=id]:checked')]
}

function chosenBadges(form: HTMLFormElement): HTMLElement[] {
  return chosenBoxes(form).flatMap(
    box => box.closest('li')?.querySelector<HTMLElement>('.library-rating') ?? []
  )
}
