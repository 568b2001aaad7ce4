/**
 * A second factor that is being set up: the secret for the authenticator app, and the recovery
 * codes.
 */
export type FactorSetup = {
  /** Carries the whole setup from one post to the next until the first code is proven. */
  hidden: { uri: string; codes: string }
  /** The secret as a user types it, without spaces. */
  secret: string
  codes: string[]
}

/**
 * @param value reads a field that the page posts back, or one that auth has just returned
 * @returns null where the fields are not a setup of ours
 */
export function readSetup(value: (name: string) => string): FactorSetup | null {
  const [uri, codes] = [value('uri'), value('codes')]
  if (!/^otpauth:\/\/totp\/\S{1,1000}$/.test(uri) || !/^[\w-]+( [\w-]+){0,49}$/.test(codes))
    return null
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { hidden: { uri, codes }, secret, codes: codes.split(' ') }
}

/** Joins recovery codes into one form field. */
export function joinRecoveryCodes(codes: readonly string[]): string {
  return codes.join(' ')
}
