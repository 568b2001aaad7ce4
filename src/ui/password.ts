/** Lets a person see the password they type. The button is not there without a script. */
export function improvePasswords(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-password]')) {
    const input = root.getElementById(button.dataset['password'] ?? '')
    if (!(input instanceof HTMLInputElement)) continue
    button.addEventListener('click', () => {
      const shown = input.type === 'text'
      input.type = shown ? 'password' : 'text'
      button.setAttribute('aria-pressed', String(!shown))
    })
    // What is sent must be a password again, or browsers offer to remember it as a plain text.
    input.form?.addEventListener('submit', () => (input.type = 'password'))
  }
}
