import { chooseMany } from '#sections/library/choose-many.browser.ts'
import { writeCount } from '#sections/library/count.browser.ts'
import { improveVideoTiles } from '#islands/hover-previews.ts'
import { rateInPlace } from '#sections/library/rate.browser.ts'
import { deferDeletion } from '#sections/library/undo.browser.ts'

/**
 * Lets users choose many items, counts the chosen ones, marks favourites and rates without loading
 * the page again, previews videos, and lets users undo a deletion.
 */
export function improveLibrary(root: Document): void {
  const form = root.querySelector<HTMLFormElement>('#library-form')
  if (form === null) return
  form.addEventListener('change', () => tellChosen(form))
  chooseMany(form)
  form.addEventListener('submit', event => void mark(event))
  deferDeletion(form)
  rateInPlace(form)
  improveVideoTiles(form)
  // Browsers keep ticked boxes when the user goes back to a page.
  form.dispatchEvent(new Event('change'))
}

function tellChosen(form: HTMLFormElement): void {
  const line = form.querySelector<HTMLElement>('[data-chosen]')
  if (line === null) return
  const count = form.querySelectorAll('[name=id]:checked').length
  writeCount(line, line.dataset['chosen'] ?? '', count)
}

async function mark(event: SubmitEvent): Promise<void> {
  const { submitter: button, currentTarget: form } = event
  if (!(button instanceof HTMLButtonElement) || button.name !== 'favourite') return
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const value = button.value
  show(button, value.endsWith(' true'))
  // A button of the form has the name of its attribute, so the property is that button.
  const sent = await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ favourite: value }),
    redirect: 'manual'
  }).catch(() => null)
  // The server redirects once it has marked the item. Anything else means that it has not.
  if (sent?.type !== 'opaqueredirect') show(button, !value.endsWith(' true'))
}

function show(button: HTMLButtonElement, isFavourite: boolean): void {
  const [id = ''] = button.value.split(' ', 1)
  button.value = `${id} ${!isFavourite}`
  button.setAttribute('aria-pressed', String(isFavourite))
}
