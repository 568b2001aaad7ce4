/** A second factor that was begun: what its authenticator is given, and what helps without one. */
export type FactorSetup = {
  /** Carries all of it from one post to the next, until the first code is proven. */
  hidden: { uri: string; codes: string }
  /** As a person types it, without spaces. */
  secret: string
  codes: string[]
}

/** @param value what the page posts back, or was just given. @returns null for what is no setup of ours */
export function readSetup(value: (name: string) => string): FactorSetup | null {
  const [uri, codes] = [value('uri'), value('codes')]
  if (!/^otpauth:\/\/totp\/\S{1,1000}$/.test(uri) || !/^[\w-]+( [\w-]+){0,49}$/.test(codes)) return null
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { hidden: { uri, codes }, secret, codes: codes.split(' ') }
}

/** Recovery codes as one field of a form. */
export function codesOf(codes: readonly string[]): string {
  return codes.join(' ')
}
