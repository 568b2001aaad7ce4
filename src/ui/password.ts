/** Lets users reveal the password that they type. Without a script, the button is hidden. */
export function improvePasswords(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-password]')) {
    const input = root.getElementById(button.dataset['password'] ?? '')
    if (!(input instanceof HTMLInputElement)) continue
    button.addEventListener('click', () => {
      const shown = input.type === 'text'
      input.type = shown ? 'password' : 'text'
      button.setAttribute('aria-pressed', String(!shown))
    })
    // Hides the password before the submit, or browsers offer to store it as plain text.
    input.form?.addEventListener('submit', () => (input.type = 'password'))
  }
}
