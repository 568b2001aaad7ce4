import type { LoginView } from '#sections/login/login-view.ts'

type Place = Pick<LoginView, 'hidden' | 'token'>

/**
 * Returns the address of another screen of the login page, which keeps where the user was going.
 */
export function modeAddress({ hidden }: Pick<Place, 'hidden'>, mode: string): string {
  return `?${new URLSearchParams({ ...hidden, mode })}`
}

/**
 * Returns the address that a screen's form posts to. It shows the same screen again when the user
 * changes the language there.
 */
export function formAddress(view: Place, mode: string): string {
  return view.token === ''
    ? modeAddress(view, mode)
    : `${modeAddress(view, mode)}&${new URLSearchParams({ token: view.token })}`
}
