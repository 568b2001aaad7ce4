import { readPushState, turnPushOff, turnPushOn, type PushState } from '#client/push.ts'
import { withUserToken } from '#stores/renewal.ts'

/** Shows whether this browser receives push messages, and lets the user turn them on and off. */
export function improvePush(root: ParentNode): void {
  const card = root.querySelector<HTMLElement>('[data-push]')
  const button = card?.querySelector('button')
  const said = card?.querySelector('[data-push-said]')
  if (card == null || button == null || said == null) return
  const { dataset } = button
  let now: PushState = 'off'
  const show = (state: PushState): void => {
    now = state
    card.hidden = state === 'impossible'
    button.hidden = state === 'blocked'
    button.textContent = (state === 'on' ? dataset['off'] : dataset['on']) ?? ''
    said.textContent =
      (state === 'on' ? dataset['saidOn'] : state === 'blocked' ? dataset['saidBlocked'] : '') ?? ''
  }
  const turn = async (): Promise<void> => {
    button.ariaBusy = 'true'
    try {
      show(await withUserToken(now === 'on' ? turnPushOff : turnPushOn))
    } catch {
      said.textContent = dataset['saidProblem'] ?? ''
    }
    button.ariaBusy = null
  }
  button.addEventListener('click', () => void turn())
  readPushState().then(show, () => undefined)
}
