import { isJsonRecord, textAt } from '#client/json.ts'

/**
 * Activates the button that signs in with a passkey. It stays hidden where the browser does not
 * support passkeys.
 */
export function improvePasskey(root: Document): void {
  const part = root.querySelector<HTMLElement>('[data-passkey]')
  const button = part?.querySelector('button')
  const issue = part?.querySelector<HTMLElement>('[role=alert]')
  if (!part || !button || !issue || typeof PublicKeyCredential === 'undefined') return
  part.hidden = false
  root.querySelector('[data-or]')?.removeAttribute('hidden')
  button.addEventListener('click', async () => {
    button.disabled = true
    issue.textContent = ''
    try {
      await signIn()
      location.replace(part.dataset['passkey'] ?? location.href)
    } catch (thrown) {
      issue.textContent = issue.dataset[reasonOf(thrown)] ?? ''
      button.disabled = false
    }
  })
}

async function signIn(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await ask('generate-authenticate-options')
  const response = await startAuthentication({
    optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON']
  })
  await ask('verify-authentication', { response })
}

async function ask(path: string, body?: object): Promise<unknown> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  }
  const answer = await fetch(`/api/auth/passkey/${path}`, body === undefined ? {} : init)
  const read: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Refused(answer.status, read)
  return read
}

/** A refusal by the server. */
class Refused extends Error {
  readonly unknown: boolean

  constructor(status: number, body: unknown) {
    super(`HTTP ${status}`)
    this.unknown = isJsonRecord(body) && textAt(body['error'], 'code') === 'bad_request'
  }
}

/** Returns why the sign-in failed; `cancelled` if the user closed the browser's dialog. */
function reasonOf(thrown: unknown): 'cancelled' | 'unknown' | 'failed' {
  if (thrown instanceof Refused) return thrown.unknown ? 'unknown' : 'failed'
  const { name } = thrown instanceof Error ? thrown : { name: '' }
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
}
