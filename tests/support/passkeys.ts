import type { CDPSession } from 'playwright/test'

/** Adds a virtual fingerprint reader to the browser, which always confirms. */
export async function ownAuthenticator(session: CDPSession): Promise<void> {
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
}

/** Adds a passkey; runs in the page of a signed-in user. */
export async function addPasskey(): Promise<void> {
  const options = (await (
    await fetch('/api/auth/passkey/generate-register-options')
  ).json()) as PublicKeyCredentialCreationOptionsJSON
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)
  })
  const body = JSON.stringify({ response: (made as PublicKeyCredential).toJSON(), name: 'Laptop' })
  const headers = { 'content-type': 'application/json' }
  const kept = await fetch('/api/auth/passkey/verify-registration', {
    method: 'POST',
    headers,
    body
  })
  if (!kept.ok) throw new Error(await kept.text())
}
