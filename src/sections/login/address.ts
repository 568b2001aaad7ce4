import type { LoginView } from '#sections/login/login-view.ts'

type Place = Pick<LoginView, 'hidden' | 'token'>

/** Another screen of the login page, which keeps where the person was going. */
export function modeAddress({ hidden }: Pick<Place, 'hidden'>, mode: string): string {
  return `?${new URLSearchParams({ ...hidden, mode })}`
}

/** Where a screen's form posts to: an address that shows the same screen when the language is changed on it. */
export function formAddress(view: Place, mode: string): string {
  return view.token === '' ? modeAddress(view, mode) : `${modeAddress(view, mode)}&${new URLSearchParams({ token: view.token })}`
}
