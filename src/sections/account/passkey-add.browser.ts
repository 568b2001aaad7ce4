import { isJsonRecord, textAt } from '#client/json.ts'

/**
 * Activates the form that adds a passkey. The form stays hidden where the browser does not support
 * passkeys.
 */
export function improvePasskeyAdding(root: Document): void {
  const part = root.querySelector<HTMLElement>('[data-passkey-add]')
  const form = part?.querySelector('form')
  const button = form?.querySelector('button')
  const issue = form?.querySelector<HTMLElement>('[role=alert]')
  if (!part || !form || !button || !issue || typeof PublicKeyCredential === 'undefined') return
  part.hidden = false
  form.addEventListener('submit', async event => {
    event.preventDefault()
    button.disabled = true
    issue.textContent = ''
    try {
      await add(form.querySelector('input')?.value.trim() ?? '')
      goTo(part.dataset['passkeyAdd'] ?? location.href)
    } catch (thrown) {
      issue.textContent = issue.dataset[reasonOf(thrown)] ?? ''
      button.disabled = false
    }
  })
}

/** Opens an address, and reloads the page where only the fragment differs. */
function goTo(address: string): void {
  const target = new URL(address, location.href)
  const same = target.pathname + target.search === location.pathname + location.search
  location.replace(target)
  if (same) location.reload()
}

async function add(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await ask('generate-register-options')
  const response = await startRegistration({
    optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON']
  })
  await ask('verify-registration', { response, name })
}

async function ask(path: string, body?: object): Promise<unknown> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  }
  const answer = await fetch(`/api/auth/passkey/${path}`, body === undefined ? {} : init)
  const read: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Refused(read)
  return read
}

/** A refusal by the server. */
class Refused extends Error {
  readonly reason: 'known' | 'stale' | 'failed'

  constructor(body: unknown) {
    super('refused')
    const error = isJsonRecord(body) ? body['error'] : null
    const issues: unknown = isJsonRecord(error) ? error['issues'] : null
    const code = textAt(Array.isArray(issues) ? issues[0] : null, 'code')
    this.reason = code === 'known' || code === 'stale' ? code : 'failed'
  }
}

/** Returns why adding failed; `cancelled` if the user closed the browser's dialog. */
function reasonOf(thrown: unknown): 'cancelled' | 'known' | 'stale' | 'failed' {
  if (thrown instanceof Refused) return thrown.reason
  const { name } = thrown instanceof Error ? thrown : { name: '' }
  if (name === 'InvalidStateError') return 'known'
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
}
