import type { HubRequest } from '#client/hub.ts'

type Reader = Pick<HubRequest, 't' | 'session' | 'test'>

/** Returns the text of the bar that says that results are placeholders. */
export function demoText(reader: Reader): string {
  return reader.t(mayConnectProvider(reader) ? 'common.frame.demoOperator' : 'common.frame.demo')
}

/**
 * Tells whether the user can connect a provider, which ends the demo. Only operators can. A test
 * host always stays a demo, since it uses no provider.
 */
export function mayConnectProvider({ session, test }: Reader): boolean {
  return session?.user.is_operator === true && !test
}
