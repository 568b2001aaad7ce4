import Bowser from 'bowser'
import type { Agent } from '#contract/device.ts'

/** What a User-Agent header says, in the names people know; empty where it says nothing. */
export function describeAgent(header: string): Agent {
  if (header === '') return { browser: '', system: '' }
  const { browser, os } = Bowser.parse(header)
  return { browser: browser.name ?? '', system: os.name ?? '' }
}
