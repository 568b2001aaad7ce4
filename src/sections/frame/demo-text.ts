import type { HubRequest } from '#client/hub.ts'

/** Returns what the bar says while no AI provider is connected. Operators can connect one. */
export function demoText({ t, session }: Pick<HubRequest, 't' | 'session'>): string {
  return t(session?.user.is_operator === true ? 'common.frame.demoOperator' : 'common.frame.demo')
}
